#include "particles/instances.h"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "effects/compile/transform.h"
#include "gl/debug.h"
#include "particles/figures.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t first_room = 8, first_forms = 2;
constexpr std::uint64_t few_bytes = 1 << 14;  // of rows that change in a step
constexpr std::uint32_t kinds_of_rows = 3;    // that change in a step
constexpr std::uint32_t settling_steps =
    2;  // a space that was placed moves in one step and rests in the next

std::uint32_t grown(std::uint32_t room, std::uint32_t needed) {
    while (room < needed) room *= 2;
    return room;
}

bool are_in_order(const Slots& slots) {
    const std::vector<std::uint32_t>& all = slots.of_emitters();
    for (std::uint32_t i = 0; i < all.size(); ++i)
        if (all[i] != i) return false;
    return slots.count() == all.size();
}

std::uint64_t begin_of(const shared::InstanceRow& row) {
    return std::uint64_t{row.begin_high} << 32 | row.begin;
}

void set_begin(shared::InstanceRow& row, std::uint64_t begin) {
    row.begin = static_cast<std::uint32_t>(begin);
    row.begin_high = static_cast<std::uint32_t>(begin >> 32);
}

bool have_equal_programs(const effects::StackProgram& a, const effects::StackProgram& b) {
    const auto facts = [](const effects::StackProgram& p) {
        return std::tuple(p.looks_back, p.shines, p.has_ribbons, p.has_pictures, p.has_ribbon_pictures,
                          p.has_singles, p.distorts, p.sees_depth, p.tints, p.order_bits, p.looks,
                          p.solids.any, p.solids.have_spheres, p.solids.max_triangles, p.solids.surfaces);
    };
    return a.step.path() == b.step.path() && a.look.path() == b.look.path() && a.planes == b.planes &&
           a.files == b.files && a.objects == b.objects && facts(a) == facts(b);
}

}  // namespace

bool needs_own_simulation(const effects::Effect& effect) {
    return effect.when_full == effects::WhenFull::replace_oldest ||
           effect.limits.children_per_step != effects::ChildLimits().children_per_step;
}

bool are_alike(const effects::CompiledEffect& a, const effects::CompiledEffect& b) {
    const StepKind one = step_kind(a.effect, a.program), other = step_kind(b.effect, b.program);
    return a.effect.is_placed == b.effect.is_placed && a.effect.scenery == b.effect.scenery &&
           a.effect.folder == b.effect.folder && one.children == other.children &&
           reports_events(a) == reports_events(b) &&
           needs_own_simulation(a.effect) == needs_own_simulation(b.effect) &&
           have_equal_programs(a.program, b.program);
}

void Instances::Dirty::add(std::size_t first, std::size_t count) {
    if (begin == end) begin = end = first;
    begin = std::min(begin, first);
    end = std::max(end, first + count);
}

/// The first form has no emitters, so that the particles of an instance that was removed die.
Instances::Instances(float density) : density_(density), room_(first_room), forms_room_(first_forms) {
    forms_.push_back(std::make_unique<Form>());
    form_rows_ = shared::EFFECT_HEAD_ROWS + shared::EMITTER_ROWS;
    changes_ = gl::UploadRing(kinds_of_rows * FigureQueue::slots, few_bytes, "particles: rows on their way");
    lay_out();
    births_.make_room(room_, 1, false);
}

Instances::Instances(const Instances& other)
    : density_(other.density_),
      rows_(other.rows_),
      free_(other.free_),
      dying_(other.dying_),
      leaving_(other.leaving_),
      forms_by_effect_(other.forms_by_effect_),
      changed_forms_(other.changed_forms_),
      numbers_(other.numbers_),
      spaces_first_(other.spaces_first_),
      forms_first_(other.forms_first_),
      room_(other.room_),
      laid_out_(other.laid_out_),
      spaces_(other.spaces_),
      forms_room_(other.forms_room_),
      form_rows_(other.form_rows_),
      births_(other.births_),
      moving_(other.moving_),
      max_children_(other.max_children_) {
    for (const auto& form : other.forms_) forms_.push_back(form ? std::make_unique<Form>(*form) : nullptr);
    for (const Own& own : other.owns_) {
        Own& copy = owns_.emplace_back();
        copy.form = own.form;
        copy.exists = own.exists;
        copy.is_stopped = own.is_stopped;
        if (own.spaces) copy.spaces = std::make_unique<Spaces>(*own.spaces);
        copy.unsettled = own.unsettled;
        copy.scale = own.scale;
    }
    changes_ = gl::UploadRing(kinds_of_rows * FigureQueue::slots, few_bytes, "particles: rows on their way");
    lay_out();
}

bool Instances::has_slots_in_order() const {
    return std::ranges::all_of(forms_, [](const auto& form) { return !form || are_in_order(form->slots); });
}

std::uint32_t Instances::add(const Begin& begin) {
    if (free_.empty() && owns_.size() == max_count)
        bad_input("instances: there are {} of effects that are alike, which is the most", max_count);
    const std::uint32_t form = form_of(begin.effect, nullptr);
    if (count() == room_ && free_.empty()) make_room(count() + 1, *forms_[form], 1, 0);
    if (free_.empty()) {
        free_.push_back(count());
        owns_.emplace_back();
        rows_.emplace_back();
    }
    const std::uint32_t row = free_.back();
    free_.pop_back();
    Own& own = owns_[row];
    own = Own{};
    own.exists = true;
    shared::InstanceRow& shown = rows_[row];
    shown = {};
    shown.seed = begin.seed;
    shown.floor_scale = 1;
    shown.flags = begin.layer * shared::INSTANCE_LAYER_UNIT;
    set_begin(shown, begin.steps);
    births_.add(row);
    take_form(row, form);
    if (begin.pose) place(row, *begin.pose);
    return row;
}

void Instances::save(std::uint32_t row, State& state) const {
    const Own& own = owns_[row];
    const std::vector<std::uint64_t> fractions = births_.fractions(row);
    for (const std::uint32_t slot : slots_of(row).of_emitters()) {
        state.slots.push_back(state.slot_count++);
        state.fractions.push_back(fractions[slot]);
    }
    if (own.spaces) state.spaces = own.spaces->save();
}

void Instances::resume(std::uint32_t row, const State& state, std::uint64_t steps) {
    Own& own = owns_[row];
    set_begin(rows_[row], steps - state.step);
    if (!own.is_stopped) births_.start(row, forms_[own.form]->emission, rows_[row].seed, state.fractions);
    if (own.spaces) own.spaces->restore(state.spaces);
    write_instance(row);
}

void Instances::remove(std::uint32_t row) {
    births_.remove(row);
    Own& own = owns_[row];
    release_form(std::exchange(own.form, 0));
    own.exists = false;
    own.spaces.reset();
    if (std::exchange(own.unsettled, 0) > 0) std::erase(moving_, row);
    scale_.reset();
    write_instance(row);
    leaving_.push_back(row);
}

void Instances::change(std::uint32_t row, const effects::Compiled& effect) {
    take_form(row, form_of(effect, &forms_[owns_[row].form]->slots));
}

void Instances::stop(std::uint32_t row) {
    owns_[row].is_stopped = true;
    births_.stop(row);
}

void Instances::burst(std::uint32_t row, std::uint32_t emitter, std::uint32_t count) {
    births_.burst(row, slots_of(row).of_emitters()[emitter], count);
}

void Instances::place(std::uint32_t row, const effects::Pose& pose) {
    Own& own = owns_[row];
    own.spaces->place(pose);
    if (own.unsettled == 0) moving_.push_back(row);
    own.unsettled = settling_steps;
}

void Instances::set_floor(std::uint32_t row, const FloorPlace& place) {
    rows_[row].floor_base = static_cast<float>(place.base);
    rows_[row].floor_scale = static_cast<float>(place.scale);
    write_instance(row);
}

void Instances::set_layer(std::uint32_t row, std::uint32_t layer) {
    std::uint32_t& flags = rows_[row].flags;
    flags = flags % shared::INSTANCE_LAYER_UNIT + layer * shared::INSTANCE_LAYER_UNIT;
    write_instance(row);
}

std::uint64_t Instances::steps_of(std::uint32_t row, std::uint64_t steps) const {
    return waits(row) ? begin_of(rows_[row]) : steps - begin_of(rows_[row]);
}

void Instances::set_waiting(std::uint32_t row, bool waiting, std::uint64_t steps) {
    if (waits(row) == waiting) return;
    shared::InstanceRow& shown = rows_[row];
    const std::uint64_t own = steps_of(row, steps);
    shown.flags ^= shared::INSTANCE_WAITS;
    set_begin(shown, waiting ? own : steps - own);
    births_.set_waiting(row, waiting);
    write_instance(row);
}

float Instances::scale() const {
    if (!scale_) {
        scale_ = 1;
        for (const Own& own : owns_)
            if (own.exists) scale_ = std::max(*scale_, own.scale);
    }
    return *scale_;
}

// Forms.

/// Emitters whose slots are not those of the list were edited while particles lived: only instances that were
/// edited between the same steps share them.
std::optional<std::uint32_t> Instances::find_form(const effects::Compiled& effect, const Slots& slots) const {
    const auto [begin, end] = forms_by_effect_.equal_range(effect.get());
    for (auto known = begin; known != end; ++known) {
        const Slots& other = forms_[known->second]->slots;
        const bool is_equal = other.of_emitters() == slots.of_emitters() && other.count() == slots.count();
        if (is_equal && (are_in_order(slots) || std::ranges::count(changed_forms_, known->second) > 0))
            return known->second;
    }
    return std::nullopt;
}

/// `before`: the slots that its emitters keep.
std::uint32_t Instances::form_of(const effects::Compiled& effect, const Slots* before) {
    Form made;
    made.effect = effect;
    if (before != nullptr) {
        made.slots = *before;
        made.slots.follow(effect->effect);
    } else {
        made.slots.number(effect->effect);
    }
    if (const auto known = find_form(effect, made.slots)) return *known;
    made.emission.configure(*effect, density_, made.slots.of_emitters(), made.slots.count());
    made.spaces = effects::space_places(effect->effect);
    const effects::Motions& motions = effect->motions;
    made.is_animated = motions.effect || motions.any_emitter() || motions.any_object();
    const auto free = std::ranges::find_if(forms_, [](const auto& one) { return !one; });
    const auto form = static_cast<std::uint32_t>(free - forms_.begin());
    NumberTable table = table_of(made, form);
    if (make_room(count() + 1, made, form + 1, table.rows.size())) table = table_of(made, form);
    if (free == forms_.end())
        forms_.push_back(std::make_unique<Form>(std::move(made)));
    else
        *free = std::make_unique<Form>(std::move(made));
    forms_by_effect_.emplace(effect.get(), form);
    changed_forms_.push_back(form);
    write_form(form, std::move(table));
    max_children_ = std::max(max_children_, particles::max_children(effect->effect));
    return form;
}

void Instances::release_form(std::uint32_t form) {
    if (form == 0 || --forms_[form]->uses > 0) return;
    const auto [begin, end] = forms_by_effect_.equal_range(forms_[form]->effect.get());
    for (auto known = begin; known != end; ++known)
        if (known->second == form) {
            forms_by_effect_.erase(known);
            break;
        }
    std::erase(changed_forms_, form);
    forms_[form].reset();
}

void Instances::take_form(std::uint32_t row, std::uint32_t form) {
    Own& own = owns_[row];
    std::vector<std::uint64_t> fractions = births_.fractions(row);
    ++forms_[form]->uses;
    const std::uint32_t before = std::exchange(own.form, form);
    const Form& taken = *forms_[form];
    fractions.resize(taken.slots.count(), 0);
    for (const std::uint32_t slot : taken.slots.fresh()) fractions[slot] = 0;
    if (!own.is_stopped) births_.start(row, taken.emission, rows_[row].seed, std::move(fractions));
    take_spaces(row, taken);
    write_instance(row);
    release_form(before);
}

void Instances::take_spaces(std::uint32_t row, const Form& form) {
    Own& own = owns_[row];
    if (!form.spaces.any()) {
        own.spaces.reset();
        return;
    }
    if (!own.spaces) own.spaces = std::make_unique<Spaces>();
    own.spaces->set(form.effect, form.slots);
    if (own.unsettled == 0) moving_.push_back(row);
    own.unsettled = settling_steps;
}

// The table.

/// Grows what is too small for so many instances and forms, and for this form, whose table has so many rows.
/// Returns true if tables of forms begin elsewhere now.
bool Instances::make_room(std::uint32_t instances, const Form& form, std::uint32_t forms, std::size_t rows) {
    const auto spaces = static_cast<std::uint32_t>(form.spaces.emitters.size() + form.spaces.objects.size());
    const std::uint32_t room = grown(room_, instances);
    births_.make_room(room, form.slots.count(), form.emission.has_moments());
    if (room == room_ && spaces <= spaces_ && forms <= forms_room_ && rows <= form_rows_) return false;
    room_ = room;
    spaces_ = std::max(spaces_, spaces);
    forms_room_ = grown(forms_room_, forms);
    form_rows_ = std::max(form_rows_, static_cast<std::uint32_t>(rows));
    lay_out();
    return true;
}

/// Returns the rows of a form that has, or will have, this number.
NumberTable Instances::table_of(const Form& form, std::uint32_t number) const {
    return number_table_at(static_cast<std::uint32_t>(form_row(number)), *form.effect, form.slots, density_);
}

/// Writes the whole table anew, in which rows of effects name other rows. Spaces keep what they were.
void Instances::lay_out() {
    const std::vector<glm::vec4> old = std::exchange(numbers_, {});
    const std::size_t old_first = spaces_first_;
    const std::size_t old_spaces = owns_.empty() ? 0 : (forms_first_ - spaces_first_) / laid_out_;
    spaces_first_ = std::size_t{room_} * shared::INSTANCE_ROWS;
    const std::size_t rows_of_spaces = std::size_t{spaces_} * shared::MOVING_ROWS;
    forms_first_ = spaces_first_ + room_ * rows_of_spaces;
    numbers_.resize(forms_first_ + std::size_t{forms_room_} * form_rows_, glm::vec4(0));
    for (std::size_t row = 0; row < owns_.size(); ++row)
        std::copy_n(old.begin() + old_first + row * old_spaces, std::min(old_spaces, rows_of_spaces),
                    numbers_.begin() + spaces_first_ + row * rows_of_spaces);
    laid_out_ = room_;
    table_ = gl::plain_memory()->allocate(numbers_.size() * sizeof(glm::vec4), "particles: instances");
    for (std::uint32_t form = 1; form < forms_.size(); ++form)
        if (forms_[form]) write_form(form, table_of(*forms_[form], form));
    for (std::uint32_t row = 0; row < count(); ++row) write_instance(row);
    dirty_instances_ = dirty_spaces_ = {};
    dirty_forms_ = {0, numbers_.size()};
}

void Instances::put_rows(std::size_t first, std::span<const glm::vec4> rows, Dirty& dirty) {
    std::ranges::copy(rows, numbers_.begin() + static_cast<std::ptrdiff_t>(first));
    dirty.add(first, rows.size());
}

void Instances::write_instance(std::uint32_t row) {
    shared::InstanceRow& shown = rows_[row];
    shown.head = static_cast<std::uint32_t>(form_row(owns_[row].form));
    shown.spaces = owns_[row].spaces ? static_cast<std::uint32_t>(space_row(row)) : 0;
    const auto rows = std::bit_cast<std::array<glm::vec4, shared::INSTANCE_ROWS>>(shown);
    put_rows(std::size_t{row} * shared::INSTANCE_ROWS, rows, dirty_instances_);
}

void Instances::write_form(std::uint32_t form, NumberTable table) {
    blend_reach_ = {std::max(blend_reach_.seconds, table.blend_reach.seconds),
                    std::max(blend_reach_.metres, table.blend_reach.metres)};
    table.rows.resize(form_rows_, glm::vec4(0));
    put_rows(form_row(form), table.rows, dirty_forms_);
}

template <typename Upload>
void Instances::upload_changes(const Upload& upload) {
    for (Dirty* dirty : {&dirty_instances_, &dirty_spaces_, &dirty_forms_}) {
        if (dirty->begin == dirty->end) continue;
        upload(std::as_bytes(std::span(numbers_.data() + dirty->begin, dirty->end - dirty->begin)),
               dirty->begin * sizeof(glm::vec4));
        *dirty = {};
    }
}

void Instances::flush() {
    upload_changes([&](std::span<const std::byte> rows, std::uint64_t at) { table_.write(at, rows); });
}

// Steps.

void Instances::update_spaces(std::uint64_t index) {
    if (moving_.empty()) return;
    std::erase_if(moving_, [&](std::uint32_t row) {
        Own& own = owns_[row];
        if (!own.spaces) own.unsettled = 0;
        if (own.unsettled == 0) return true;
        if (waits(row)) return false;
        put_rows(space_row(row), own.spaces->next(steps_of(row, index)), dirty_spaces_);
        own.scale = own.spaces->scale();
        if (!forms_[own.form]->is_animated) --own.unsettled;
        return own.unsettled == 0;
    });
    scale_.reset();
}

void Instances::next(std::uint64_t index, shared::Step& step) {
    free_.insert(free_.end(), dying_.begin(), dying_.end());
    dying_ = std::exchange(leaving_, {});
    step.instances = count();
    births_.next([&](std::uint32_t row) { return steps_of(row, index); }, step);
    update_spaces(index);
    upload_changes([&](std::span<const std::byte> rows, std::uint64_t at) {
        if (rows.size() <= changes_.slot_bytes())
            changes_.upload(rows, table_, at);
        else
            table_.write(at, rows);
    });
    for (const std::uint32_t form : std::exchange(changed_forms_, {})) forms_[form]->slots.step_made();
}

}  // namespace winnow::particles
