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
constexpr std::uint32_t all_bits = 0xFFFFFFFF;
constexpr std::uint32_t max_burst_runs = (1u << (32 - shared::BURST_RUNS_BITS)) - 1;  // of all instances
constexpr std::uint32_t settling_steps =
    2;  // a space that was placed moves in one step and rests in the next
constexpr std::uint64_t whole_births = std::uint64_t{1} << 32;  // units of a fraction

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
    slots_ = 1;
    changes_ = gl::UploadRing(kinds_of_rows * FigureQueue::slots, few_bytes, "particles: rows on their way");
    lay_out();
    lay_out_births(room_, slots_);
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
      slots_(other.slots_),
      whole_(other.whole_),
      fraction_(other.fraction_),
      accumulated_(other.accumulated_),
      runs_(other.runs_),
      varied_(other.varied_),
      bursts_(other.bursts_),
      has_moments_(other.has_moments_),
      moving_(other.moving_),
      max_children_(other.max_children_) {
    for (const auto& form : other.forms_) forms_.push_back(form ? std::make_unique<Form>(*form) : nullptr);
    for (const Own& own : other.owns_) {
        Own& copy = owns_.emplace_back();
        copy.form = own.form;
        copy.exists = own.exists;
        copy.is_stopped = own.is_stopped;
        if (own.emission) copy.emission = std::make_unique<Emission>(*own.emission);
        if (own.spaces) copy.spaces = std::make_unique<Spaces>(*own.spaces);
        copy.unsettled = own.unsettled;
        copy.scale = own.scale;
    }
    changes_ = gl::UploadRing(kinds_of_rows * FigureQueue::slots, few_bytes, "particles: rows on their way");
    lay_out();
    allocate_births(room_, other);
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
    std::fill_n(runs_.begin() + std::ptrdiff_t{row} * slots_, slots_, all_bits);
    const std::uint32_t none = 0;
    births_buffer_.write_all(std::span(&none, 1), dropped_word(row) * gl::word_bytes);
    take_form(row, form);
    if (begin.pose) place(row, *begin.pose);
    return row;
}

void Instances::save(std::uint32_t row, State& state) const {
    const Own& own = owns_[row];
    const std::vector<std::uint64_t> fractions = fractions_of(row);
    for (const std::uint32_t slot : slots_of(row).of_emitters()) {
        state.slots.push_back(state.slot_count++);
        state.fractions.push_back(fractions[slot]);
    }
    if (own.spaces) state.spaces = own.spaces->save();
}

void Instances::resume(std::uint32_t row, const State& state, std::uint64_t steps) {
    Own& own = owns_[row];
    set_begin(rows_[row], steps - state.step);
    take_births(row, *forms_[own.form], state.fractions);
    if (own.spaces) own.spaces->restore(state.spaces);
    write_instance(row);
}

void Instances::remove(std::uint32_t row) {
    stop(row);
    Own& own = owns_[row];
    release_form(std::exchange(own.form, 0));
    own.exists = false;
    own.spaces.reset();
    if (std::exchange(own.unsettled, 0) > 0) std::erase(moving_, row);
    std::erase_if(bursts_, [&](const Burst& one) { return one.row == row; });
    scale_.reset();
    write_instance(row);
    leaving_.push_back(row);
}

void Instances::change(std::uint32_t row, const effects::Compiled& effect) {
    take_form(row, form_of(effect, &forms_[owns_[row].form]->slots));
}

void Instances::stop(std::uint32_t row) {
    Own& own = owns_[row];
    own.is_stopped = true;
    if (std::exchange(own.emission, nullptr)) std::erase(varied_, row);
    const std::ptrdiff_t at = std::ptrdiff_t{row} * slots_;
    for (auto* words : {&whole_, &fraction_, &accumulated_}) std::fill_n(words->begin() + at, slots_, 0);
}

void Instances::burst(std::uint32_t row, std::uint32_t emitter, std::uint32_t count) {
    bursts_.push_back({row, slots_of(row).of_emitters()[emitter], count});
}

bool Instances::has_burst(std::uint32_t row) const {
    return std::ranges::find(bursts_, row, &Burst::row) != bursts_.end();
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
    std::fill_n(runs_.begin() + std::ptrdiff_t{row} * slots_, slots_, waiting ? 0 : all_bits);
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

std::vector<std::uint64_t> Instances::fractions_of(std::uint32_t row) const {
    if (owns_[row].emission) return owns_[row].emission->fractions();
    const auto first = accumulated_.begin() + std::ptrdiff_t{row} * slots_;
    return {first, first + slots_in(row)};
}

void Instances::take_form(std::uint32_t row, std::uint32_t form) {
    Own& own = owns_[row];
    std::vector<std::uint64_t> fractions = fractions_of(row);
    ++forms_[form]->uses;
    const std::uint32_t before = std::exchange(own.form, form);
    const Form& taken = *forms_[form];
    fractions.resize(taken.slots.count(), 0);
    for (const std::uint32_t slot : taken.slots.fresh()) fractions[slot] = 0;
    take_births(row, taken, std::move(fractions));
    take_spaces(row, taken);
    write_instance(row);
    release_form(before);
}

/// An emission whose rates do not change is a row of sums; another is computed for each instance.
void Instances::take_births(std::uint32_t row, const Form& form, std::vector<std::uint64_t> fractions) {
    Own& own = owns_[row];
    const bool stopped = own.is_stopped;
    stop(row);
    own.is_stopped = stopped;
    if (stopped) return;
    const std::vector<Emission::Rate>& rates = form.emission.rates();
    const bool is_constant =
        form.emission.is_constant() && std::ranges::all_of(rates, [](const Emission::Rate& rate) {
            return rate.whole < Emission::max_births;
        });
    if (!is_constant) {
        own.emission = std::make_unique<Emission>(form.emission);
        own.emission->restore(std::move(fractions));
        varied_.push_back(row);
        return;
    }
    std::size_t at = std::size_t{row} * slots_;
    for (std::size_t slot = 0; slot < rates.size(); ++slot, ++at) {
        whole_[at] = static_cast<std::uint32_t>(rates[slot].whole + rates[slot].fraction / whole_births);
        fraction_[at] = static_cast<std::uint32_t>(rates[slot].fraction);
        accumulated_[at] = static_cast<std::uint32_t>(fractions[slot]);
    }
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
    const std::uint32_t room = grown(room_, instances), slots = std::max(slots_, form.slots.count());
    const bool gets_moments = form.emission.has_moments() && !has_moments_;
    has_moments_ = has_moments_ || gets_moments;
    if (room > room_ || slots > slots_ || gets_moments) lay_out_births(room, slots);
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

/// The number of births without room stay with their instances.
void Instances::lay_out_births(std::uint32_t room, std::uint32_t slots) {
    for (auto* words : {&whole_, &fraction_, &accumulated_, &runs_}) {
        std::vector<std::uint32_t> next(std::size_t{room} * slots, 0);
        for (std::size_t row = 0; row < owns_.size(); ++row)
            std::copy_n(words->begin() + row * slots_, std::min(slots, slots_), next.begin() + row * slots);
        *words = std::move(next);
    }
    if (slots > slots_)
        for (std::uint32_t row = 0; row < count(); ++row)
            std::fill_n(runs_.begin() + std::ptrdiff_t{row} * slots, slots, waits(row) ? 0 : all_bits);
    slots_ = slots;
    allocate_births(room, *this);
}

void Instances::allocate_births(std::uint32_t room, const Instances& dropped_of) {
    std::vector<std::uint32_t> dropped(room, 0);
    if (count() > 0) {
        const std::uint64_t first = dropped_of.dropped_word(count() - 1);
        const auto known = dropped_of.births_buffer_.read_all<std::uint32_t>(count(), first * gl::word_bytes);
        std::ranges::copy(known, dropped.end() - count());
    }
    std::uint64_t words = std::uint64_t{room} * slots_ + 1;
    if (has_moments_)
        words +=
            std::uint64_t{room} * slots_ * shared::MOMENTS_WORDS +
            std::uint64_t{std::min(room * shared::MAX_BURST_RUNS, max_burst_runs)} * shared::BURST_RUN_WORDS;
    births_uploads_ = std::make_unique<gl::UploadRing>(FigureQueue::slots, words * gl::word_bytes,
                                                       "particles: births on their way");
    gl::Buffer births =
        gl::plain_memory()->allocate((words + room) * gl::word_bytes, "particles: births of instances");
    births.write_all(std::span(dropped), words * gl::word_bytes);
    births_buffer_ = std::move(births);
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

/// Sums what the rates have added up, then takes those that differ from step to step, and scans all.
void Instances::count_births(std::uint64_t index) {
    const std::size_t all = std::size_t{count()} * slots_;
    births_.resize(all + 1);
    for (std::size_t i = 0; i < all; ++i) {
        const std::uint32_t sum = accumulated_[i] + (fraction_[i] & runs_[i]);
        const std::uint32_t carry = sum < accumulated_[i] ? 1 : 0;
        births_[i] = (whole_[i] & runs_[i]) + carry;
        accumulated_[i] = sum;
    }
    if (has_moments_) births_.resize(all + 1 + all * shared::MOMENTS_WORDS, 0);
    beyond_ = 0;
    burst_runs_ = 0;
    for (const std::uint32_t row : varied_)
        if (!waits(row)) count_varied(row, index);
    std::erase_if(bursts_, [&](const Burst& one) {
        if (waits(one.row)) return false;
        births_[std::size_t{one.row} * slots_ + one.slot] += one.count;
        return true;
    });
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i <= all; ++i) {
        const std::uint32_t own = i < all ? births_[i] : 0;
        births_[i] = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, Emission::max_births));
        sum += own;
    }
    beyond_ += sum - births_[all];
}

void Instances::count_varied(std::uint32_t row, std::uint64_t index) {
    Emission& emission = *owns_[row].emission;
    const std::vector<std::uint32_t>& words = emission.next(steps_of(row, index), rows_[row].seed);
    const std::size_t at = std::size_t{row} * slots_, slots = slots_in(row);
    for (std::size_t slot = 0; slot < slots; ++slot) births_[at + slot] = words[slot + 1] - words[slot];
    beyond_ += emission.beyond();
    if (emission.has_moments()) take_moments(row, emission, words);
}

/// Takes the moments of a row's births, and their runs behind those of the rows before.
void Instances::take_moments(std::uint32_t row, const Emission& emission,
                             std::span<const std::uint32_t> words) {
    const std::size_t slots = slots_in(row), own = slots + 1, runs = own + slots * shared::MOMENTS_WORDS;
    const std::size_t to =
        std::size_t{count()} * slots_ + 1 + std::size_t{row} * slots_ * shared::MOMENTS_WORDS;
    std::ranges::copy(words.subspan(own, runs - own), births_.begin() + static_cast<std::ptrdiff_t>(to));
    const bool fit = burst_runs_ + emission.runs() <= max_burst_runs;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        std::uint32_t& of_slot = births_[to + slot * shared::MOMENTS_WORDS + 3];
        if (of_slot != 0) of_slot = fit ? of_slot + (burst_runs_ << shared::BURST_RUNS_BITS) : 0;
    }
    if (!fit) return;
    const auto own_runs = words.subspan(runs, std::size_t{emission.runs()} * shared::BURST_RUN_WORDS);
    births_.insert(births_.end(), own_runs.begin(), own_runs.end());
    burst_runs_ += emission.runs();
}

void Instances::next(std::uint64_t index, shared::Step& step) {
    free_.insert(free_.end(), dying_.begin(), dying_.end());
    dying_ = std::exchange(leaving_, {});
    count_births(index);
    update_spaces(index);
    step.instances = count();
    step.slots = slots_;
    step.emitters = count() * slots_;
    step.births = births_[step.emitters];
    births_uploads_->upload(std::as_bytes(std::span(births_)), births_buffer_);
    upload_changes([&](std::span<const std::byte> rows, std::uint64_t at) {
        if (rows.size() <= changes_.slot_bytes())
            changes_.upload(rows, table_, at);
        else
            table_.write(at, rows);
    });
    for (const std::uint32_t form : std::exchange(changed_forms_, {})) forms_[form]->slots.step_made();
}

}  // namespace winnow::particles
