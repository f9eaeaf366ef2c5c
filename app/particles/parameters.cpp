#include "particles/parameters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "effects/compile/max_alive.h"
#include "effects/compile/rate.h"
#include "gl/context.h"
#include "particles/spaces.h"
#include "shaders/particles/ribbon.h"

namespace winnow::particles {
namespace {

static_assert((std::uint64_t{shared::MAX_EMITTERS} << shared::RIBBON_SLOT) <= shared::RIBBON_OF_EMITTER);

float steps(float seconds, std::uint32_t steps_per_second) {
    return std::max(1.0f, std::round(seconds * static_cast<float>(steps_per_second)));
}

std::uint32_t event_of(effects::On on) {
    switch (on) {
        case effects::On::collision:
            return shared::EVENT_COLLISION;
        case effects::On::age:
            return shared::EVENT_AGE;
        case effects::On::distance:
            return shared::EVENT_DISTANCE;
        case effects::On::time:
            return shared::EVENT_TIME;
        case effects::On::condition:
            return shared::EVENT_CONDITION;
        case effects::On::death:
            break;
    }
    return shared::EVENT_DEATH;
}

/// `condition` is the number of the link among those on conditions.
std::uint32_t measure_of(const effects::Children& c, std::uint32_t steps_per_second,
                         std::uint32_t condition) {
    if (c.on == effects::On::distance) return std::bit_cast<std::uint32_t>(c.distance);
    if (c.on == effects::On::time) return std::bit_cast<std::uint32_t>(c.every);
    if (c.on == effects::On::condition) return 1u << condition;
    return static_cast<std::uint32_t>(steps(c.age, steps_per_second));
}

shared::Link to_gpu(const effects::Children& c, std::uint32_t slot, bool emits, std::uint32_t measure) {
    const float chance = emits ? c.chance : 0;
    shared::Link gpu{};
    gpu.emitter = slot;
    gpu.event = event_of(c.on);
    gpu.measure = measure;
    gpu.most = c.max_per_parent;
    gpu.count_least = static_cast<std::uint32_t>(c.count.least);
    gpu.count_choices = static_cast<std::uint32_t>(c.count.most) - gpu.count_least + 1;
    gpu.chance = static_cast<std::uint32_t>(std::lround(chance * static_cast<float>(shared::CHANCE_ONE)));
    gpu.inherit = c.inherit_velocity;
    return gpu;
}

/// Returns how particles blend in a look; `blend` is the effect's.
std::uint32_t blend_flags(effects::EmitterBlend own, effects::Blend blend) {
    std::uint32_t flags = 0;
    if (effects::covers(own, blend)) flags |= shared::EMITTER_COVERS;
    if (own == effects::EmitterBlend::premultiplied) flags |= shared::EMITTER_ADDS_COLOUR;
    if (own == effects::EmitterBlend::multiply) flags |= shared::EMITTER_TINTS;
    return flags;
}

std::uint32_t flags_of(const effects::Emitter& emitter, effects::Blend blend,
                       const effects::StackCode& stack) {
    return shared::EMITTER_EXISTS | blend_flags(emitter.blend, blend) |
           (emitter.follows_density ? 0 : shared::EMITTER_IS_SINGLE) |
           (stack.is_solid ? shared::EMITTER_IS_SOLID : 0) | (stack.shines ? shared::EMITTER_SHINES : 0) |
           (effects::has_even_moments(emitter) ? shared::EMITTER_IS_EVEN | shared::EMITTER_HIDES_MOMENTS : 0);
}

/// Returns the names of the emitters that children of particles belong to.
std::set<std::string_view> emitters_of_children(const effects::Effect& effect) {
    std::set<std::string_view> names;
    for (const effects::Emitter& parent : effect.emitters)
        for (const effects::Children& children : parent.children) names.insert(children.emitter);
    return names;
}

/// Returns REPORT_* for an emitter.
std::uint32_t reports_of(const effects::ReportedEvents& events, const effects::StackCode& stack) {
    return (events.born ? shared::REPORT_BORN : 0) | (events.died ? shared::REPORT_DIED : 0) |
           (events.collided ? shared::REPORT_COLLIDED : 0) | (stack.signals ? shared::REPORT_SIGNALLED : 0);
}

std::uint32_t drawing_of(const effects::Emitter& emitter, const effects::StackCode& stack) {
    const auto looks = static_cast<std::uint32_t>(stack.looks.size());
    return (stack.ribbon ? 1 + *stack.ribbon : 0) + looks * shared::EMITTER_LOOKS_UNIT +
           reports_of(emitter.events, stack) * shared::EMITTER_REPORTS_UNIT +
           stack.order * shared::EMITTER_ORDER_UNIT;
}

float step_seconds(const effects::Effect& effect) {
    return 1.0f / static_cast<float>(effect.steps_per_second);
}

using Places = std::unordered_map<std::string_view, std::uint32_t>;

Places places_of(const effects::Effect& effect) {
    Places places;
    for (std::uint32_t i = 0; i < effect.emitters.size(); ++i) places.emplace(effect.emitters[i].name, i);
    return places;
}

std::vector<shared::Link> link_table(const effects::Effect& effect, const Slots& slots) {
    std::vector<shared::Link> table;
    const Places places = places_of(effect);
    for (const effects::Emitter& emitter : effect.emitters) {
        std::uint32_t condition = 0;
        for (const effects::Children& children : emitter.children) {
            const std::uint32_t child = places.at(children.emitter);
            table.push_back(to_gpu(children, slots.of_emitters()[child], effect.emitters[child].emits,
                                   measure_of(children, effect.steps_per_second, condition)));
            if (children.on == effects::On::condition) ++condition;
        }
    }
    return table;
}

/// Measured on an H200: NVIDIA's compiler takes 1.2 s for the folded step of the fountain (8,100 operations),
/// but 18 s for one of 34,200, whose step in a pass of its own takes 3.5 s.
constexpr double max_folded_operations = 30'000;

/// A heavy code counts twice.
compact::ProducerCost producer_cost_of(std::size_t light, std::size_t heavy) {
    constexpr std::size_t few_codes = 4;  // for that many, copies of their code are fastest
    const std::size_t codes = light + 2 * heavy;
    if (codes > few_codes)
        return heavy > 0 ? compact::ProducerCost::branchy_and_costly : compact::ProducerCost::branchy;
    return codes > 1 ? compact::ProducerCost::costly : compact::ProducerCost::cheap;
}

/// Adds the rows of the objects that stop particles; those that move, with the rows of their spaces.
void add_objects(NumberTable& table, std::span<const glm::vec4> objects, const effects::Scenery& scenery,
                 std::span<const std::uint32_t> spaces) {
    if (objects.empty()) return;
    table.objects_first = table.next_row();
    std::size_t shape = table.rows.size() + shared::OBJECTS_HEAD + shared::OBJECT_ROWS - 1, moving = 0;
    table.rows.insert(table.rows.end(), objects.begin(), objects.end());
    for (const effects::SceneObject& object : scenery.objects) {
        if (!object.collides) continue;
        if (object.motion != effects::Motion()) table.rows[shape].z = std::bit_cast<float>(spaces[moving++]);
        shape += shared::OBJECT_ROWS;
    }
}

}  // namespace

bool reports_events(const effects::CompiledEffect& compiled) {
    const auto& emitters = compiled.effect.emitters;
    return std::ranges::any_of(emitters, [](const effects::Emitter& one) { return one.events.any(); }) ||
           std::ranges::any_of(compiled.program.stacks, &effects::StackCode::signals);
}

bool has_few_heavy(const effects::CompiledEffect& compiled) {
    constexpr double few = 0.25;
    const effects::StackProgram& program = compiled.program;
    const std::vector<double> alive =
        effects::max_alive_by_emitter(compiled.effect, compiled.stacks, compiled.rates, compiled.bursts, 1);
    double heavy = 0, all = 0;
    for (std::size_t e = 0; e < alive.size(); ++e) {
        all += alive[e];
        if (std::ranges::binary_search(program.step.heavy, program.stacks[e].step)) heavy += alive[e];
    }
    return heavy <= few * all;
}

namespace {

/// Appends the numbers of the stack's looks. Returns the row where those of the first begin.
std::uint32_t add_looks(NumberTable& table, const effects::StackCode& stack, effects::Blend blend) {
    std::vector<glm::vec4>& rows = table.rows;
    std::vector<shared::LookRow> looks;
    for (const effects::LookCode& look : stack.looks) {
        looks.push_back({look.code, table.next_row(), blend_flags(look.blend, blend), look.order});
        rows.insert(rows.end(), look.rows.begin(), look.rows.end());
    }
    std::ranges::reverse(looks);
    for (const shared::LookRow& look : looks) rows.push_back(std::bit_cast<glm::vec4>(look));
    const std::uint32_t first = table.next_row();
    rows.insert(rows.end(), stack.look_rows.begin(), stack.look_rows.end());
    return first;
}

/// Returns the reach for an emitter. Its steps are blended if births are so many in a step that steps could
/// be told apart in a picture.
BlendReach blend_reach(const effects::CompiledEffect& compiled, std::size_t emitter, float density) {
    constexpr float many_births = 2000;  // in a step; fewer look random
    const effects::Emitter& one = compiled.effect.emitters[emitter];
    if (effects::has_even_moments(one)) return {};
    const float rate = effects::greatest_rate(compiled.rates[emitter], compiled.effect.properties);
    const float seconds = step_seconds(compiled.effect);
    if (rate * density * seconds < many_births) return {};
    // The ends of missed_way() in shaders/render/sprites/look.glsl.
    const float growth = std::exp(shared::BLENDED_DECAYS);
    const effects::ConstantForces& forces = compiled.program.stacks[emitter].constant_forces;
    const float lived =
        std::min(one.lifetime.most, shared::BLENDED_SECONDS) * (growth - 1) / shared::BLENDED_DECAYS;
    return {.seconds = seconds * (forces.drag > 0 ? growth + forces.drag * seconds : 1),
            .metres = glm::length(forces.acceleration) * (lived + seconds) * seconds};
}

/// Returns the row of an emitter but for its seed, its links and the place of its looks.
shared::EmitterRow emitter_row(const effects::Effect& effect, const effects::Emitter& emitter,
                               const effects::StackCode& stack) {
    const effects::ConstantForces& forces = stack.constant_forces;
    return {.x = emitter.position.x,
            .y = emitter.position.y,
            .z = emitter.position.z,
            .seconds = step_seconds(effect),
            .codes = stack.step | stack.look << 16,
            .look_first = 0,
            .flags = flags_of(emitter, effect.blend, stack),
            .min_lifetime = steps(emitter.lifetime.least, effect.steps_per_second),
            .max_lifetime = steps(emitter.lifetime.most, effect.steps_per_second),
            .links = 0,
            .seed = 0,
            .drawing = drawing_of(emitter, stack),
            .constant_x = forces.acceleration.x,
            .constant_y = forces.acceleration.y,
            .constant_z = forces.acceleration.z,
            .constant_drag = forces.drag};
}

/// Writes the rows of emitters, links and stacks. Returns the emitters, by slot, whose spaces are not known.
std::vector<shared::EmitterRow> write_stacks(NumberTable& table, const effects::CompiledEffect& compiled,
                                             const Slots& slots, std::uint32_t seed, float density) {
    const effects::Effect& effect = compiled.effect;
    const effects::StackProgram& program = compiled.program;
    std::vector<shared::EmitterRow> emitters(slots.count());
    const std::vector<shared::Link> links = link_table(effect, slots);
    const std::set<std::string_view> of_children = emitters_of_children(effect);
    const std::size_t links_at = emitters.size() * shared::EMITTER_ROWS,
                      stacks_at = links_at + links.size() * shared::LINK_ROWS;
    table.links_first = table.first + static_cast<std::uint32_t>(links_at);
    table.stack_first = table.first + static_cast<std::uint32_t>(stacks_at);
    for (const effects::StackCode& stack : program.stacks)
        table.stack_rows = std::max(table.stack_rows, static_cast<std::uint32_t>(stack.step_rows.size()));
    table.rows.resize(stacks_at + emitters.size() * table.stack_rows);
    if (!links.empty())
        std::memcpy(table.rows.data() + links_at, links.data(), links.size() * sizeof(shared::Link));
    std::uint32_t link = 0;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const effects::Emitter& emitter = effect.emitters[i];
        const effects::StackCode& stack = program.stacks[i];
        const std::uint32_t slot = slots.of_emitters()[i];
        const auto own_links = static_cast<std::uint32_t>(emitter.children.size());
        const BlendReach reach = blend_reach(compiled, i, density);
        table.blend_reach = {std::max(table.blend_reach.seconds, reach.seconds),
                             std::max(table.blend_reach.metres, reach.metres)};
        std::ranges::copy(stack.step_rows,
                          table.rows.begin() + stacks_at + std::ptrdiff_t{slot} * table.stack_rows);
        shared::EmitterRow& row = emitters[slot] = emitter_row(effect, emitter, stack);
        row.look_first = add_looks(table, stack, effect.blend);
        row.links = link * shared::LINKS_UNIT + own_links;
        row.seed = seed;
        if (of_children.contains(emitter.name)) row.flags |= shared::EMITTER_HIDES_MOMENTS;
        if (reach.seconds > 0) row.flags |= shared::EMITTER_BLENDS_STEPS;
        link += own_links;
    }
    return emitters;
}

/// Writes the rest of the rows, given the row of each space, or its number.
void write_spaces_and_objects(NumberTable& table, const effects::CompiledEffect& compiled, const Slots& slots,
                              std::vector<shared::EmitterRow> emitters,
                              const std::function<std::uint32_t()>& next_space) {
    const effects::SpacePlaces spaces = effects::space_places(compiled.effect);
    for (const std::uint32_t i : spaces.emitters)
        emitters[slots.of_emitters()[i]].flags |= next_space() * shared::EMITTER_SPACE_UNIT;
    std::vector<std::uint32_t> object_spaces;
    for (std::size_t i = 0; i < spaces.objects.size(); ++i) object_spaces.push_back(next_space());
    add_objects(table, compiled.program.objects, compiled.effect.scenery, object_spaces);
    std::memcpy(table.rows.data(), emitters.data(), emitters.size() * sizeof(shared::EmitterRow));
}

}  // namespace

NumberTable number_table(const effects::CompiledEffect& compiled, const Slots& slots, std::uint32_t seed,
                         float density) {
    NumberTable table;
    std::vector<shared::EmitterRow> emitters = write_stacks(table, compiled, slots, seed, density);
    table.spaces_first = table.next_row();
    write_spaces_and_objects(table, compiled, slots, std::move(emitters), [&] {
        const std::uint32_t row = table.next_row();
        table.rows.resize(table.rows.size() + shared::MOVING_ROWS, glm::vec4(0, 0, 0, 1));
        return row;
    });
    return table;
}

NumberTable number_table_at(std::uint32_t first, const effects::CompiledEffect& compiled, const Slots& slots,
                            float density) {
    NumberTable table;
    table.first = first + shared::EFFECT_HEAD_ROWS;
    std::vector<shared::EmitterRow> emitters = write_stacks(table, compiled, slots, 0, density);
    std::uint32_t space = 0;
    write_spaces_and_objects(table, compiled, slots, std::move(emitters), [&] { return ++space; });
    const effects::Plane& plane = compiled.effect.plane;
    shared::EffectHead head{};
    head.links_first = table.links_first;
    head.stack_first = table.stack_first;
    head.stack_rows = table.stack_rows;
    head.objects_first = table.objects_first;
    head.plane_height = plane.height;
    head.plane_restitution = plane.restitution;
    head.plane_friction = plane.friction;
    head.has_plane = plane.enabled ? 1 : 0;
    head.children_per_parent = max_children(compiled.effect);
    head.seconds = step_seconds(compiled.effect);
    const auto rows = std::bit_cast<std::array<glm::vec4, shared::EFFECT_HEAD_ROWS>>(head);
    table.rows.insert(table.rows.begin(), rows.begin(), rows.end());
    return table;
}

std::uint32_t max_children(const effects::Effect& effect) {
    float most = 0;
    for (const effects::Emitter& emitter : effect.emitters) {
        float sum = 0;
        for (const effects::Children& children : emitter.children) {
            const bool repeats = effects::repeats_in_step(children) && children.count.most > 0;
            sum += repeats ? static_cast<float>(effect.limits.children_per_parent) : children.count.most;
        }
        most = std::max(most, sum);
    }
    return std::min(static_cast<std::uint32_t>(most), effect.limits.children_per_parent);
}

void provide(gl::ShaderLibrary& shaders, const effects::ProgramText& program) {
    shaders.forget_provided();
    for (const effects::TextFile& file : program.files) shaders.provide(file.path, file.text, file.origin);
}

void bind_rows(const gl::Buffer& rows) {
    rows.bind_storage(shared::BIND_EMITTERS);
    if (gl::is_software()) rows.bind_words(shared::TEXTURE_ROWS);
}

gl::Defines StepKind::defines() const {
    gl::Defines all{{"CHILDREN", gl::define_flag(children)}, {"STACKS", gl::define_path(stacks)}};
    if (planes.all > 1) {
        all.emplace_back("READ_PLANES", gl::define_number(planes.read));
        all.emplace_back("HELD_PLANES", gl::define_number(planes.held));
    }
    if (long_times) all.emplace_back("LONG_TIMES", "1");
    return all;
}

gl::Defines StepKind::fold_defines(bool peeled) const {
    gl::Defines all = defines();
    all.emplace_back("PEELED", gl::define_flag(peeled));
    return all;
}

gl::Defines column_defines(std::uint32_t planes) {
    gl::Defines all{{"COLUMNS", gl::define_number(columns_with(planes))}};
    if (planes > 1) all.emplace_back("PLANES", gl::define_number(planes));
    return all;
}

gl::Defines look_defines(const effects::StackProgram& program, std::uint64_t step) {
    gl::Defines all = column_defines(program.planes.all);
    all.emplace_back("STACKS", gl::define_path(program.look.path()));
    all.emplace_back(program.has_pictures ? "PICTURES" : "NO_PICTURES", "1");
    if (program.planes.all > 1) all.emplace_back("LOOK_PLANES", gl::define_number(program.planes.drawn));
    if (has_long_times(step)) all.emplace_back("LONG_TIMES", "1");
    if (program.looks > 1) all.emplace_back("LOOKS", "1");
    return all;
}

StepKind step_kind(const effects::Effect& effect, const effects::StackProgram& program) {
    const effects::ProgramText& step = program.step;
    return {max_children(effect) > 0,
            program.looks_back,
            producer_cost_of(step.codes - step.heavy.size(), step.heavy.size()),
            program.planes,
            step.path(),
            step.mixes(),
            producer_cost_of(step.codes - step.heavy.size(), 0),
            step.operations <= max_folded_operations};
}

AttributeMoves moves_between(std::span<const effects::Attribute> before,
                             std::span<const effects::Attribute> after) {
    AttributeMoves moves;
    moves.from.fill(shared::NO_WORD);
    std::uint32_t to = 0;
    for (const effects::Attribute& attribute : after) {
        const std::uint32_t words = effects::words_of(attribute.type);
        std::uint32_t from = 0;
        for (const effects::Attribute& old : before) {
            if (old.name == attribute.name && old.type == attribute.type)
                for (std::uint32_t w = 0; w < words; ++w) moves.from[to + w] = from + w;
            from += effects::words_of(old.type);
        }
        const auto value = effects::words_of(attribute);
        std::copy_n(value.begin(), words, moves.value.begin() + to);
        to += words;
    }
    return moves;
}

/// Two rounds find out that a reaction has passed a surface, and each round after them finds one surface on
/// the way. It is no constant of the shader, so that no compiler unrolls the rounds.
constexpr std::uint32_t max_rounds = 12;

shared::Step step_template(const effects::Effect& effect, std::uint32_t seed) {
    shared::Step step{};
    step.seed = seed;
    step.emitters = static_cast<std::uint32_t>(effect.emitters.size());
    step.replace_oldest = effect.when_full == effects::WhenFull::replace_oldest ? 1 : 0;
    step.seconds = step_seconds(effect);
    step.plane_height = effect.plane.height;
    step.plane_restitution = effect.plane.restitution;
    step.plane_friction = effect.plane.friction;
    step.children_per_step = effect.limits.children_per_step;
    step.has_plane = effect.plane.enabled ? 1 : 0;
    step.max_rounds = max_rounds;
    return step;
}

}  // namespace winnow::particles
