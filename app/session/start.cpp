#include "session/start.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/message.h"
#include "base/text.h"
#include "effects/compile/max_alive.h"
#include "effects/compile/properties.h"
#include "effects/format/effect_file.h"
#include "particles/simulation.h"

namespace winnow::session {
namespace {

/// Throws Error(bad_input) if the command line names an effect, a seed or a density that differs from these.
void require_same(const StartChoice& options, const state::Conditions& conditions,
                  const std::string& origin) {
    effects::Effect named = options.effect_given ? effects::load(options.effect) : conditions.effect;
    named.prewarm = conditions.effect.prewarm;  // prewarming is over, so --prewarm may name another value
    if (named != conditions.effect)
        bad_input("{}: it holds the effect \"{}\", not {}; name no effect, or the same one", origin,
                  conditions.effect.name, options.effect);
    if (options.seed_given && options.seed != conditions.seed)
        bad_input("{}: its seed is {}, not {}; omit --seed", origin, conditions.seed, options.seed);
    if (options.density && *options.density != conditions.density)
        bad_input("{}: its density is {}, not {}; omit --density", origin, conditions.density,
                  *options.density);
}

constexpr std::uint32_t min_room = 1u << 16, usual_room = 1u << 24, max_room = (1u << 27) - 1;
constexpr double endless = 1e9;  // no effect is meant to keep so many alive

/// Returns true if a recording continues from that state; the capacity may differ.
bool same_run(const state::Conditions& state, state::Conditions recorded) {
    recorded.capacity = state.capacity;
    return state == recorded;
}

/// Returns the folder of the effect's file that the command line names; empty if it names none.
std::string folder_of_named(const StartChoice& options) {
    if (!options.effect_given || !effects::is_file(options.effect)) return {};
    const std::string folder = std::filesystem::path(options.effect).parent_path().string();
    return folder.empty() ? "." : folder;
}

}  // namespace

void set_property(effects::Effect& effect, const PropertyChoice& choice) {
    try {
        effects::set_property(effect, choice.name, choice.value);
    } catch (const Error& error) {
        fail(error.status(), "--set {}", error.what());
    }
}

effects::Settings first_settings(const SimulationChoice& options, effects::Effect effect,
                                 std::uint32_t capacity) {
    effects::Settings settings;
    settings.effect = std::move(effect);
    settings.simulation = {options, capacity, options.seed, options.density.value_or(1)};
    return settings;
}

void set_drawing(const DrawingChoice& options, effects::DisplaySettings& display) {
    if (options.cull) display.culling = true;
    if (options.sort) display.sorting = *options.sort;
    if (options.sort_every) display.sort_every = *options.sort_every;
    if (options.sort_bits) display.sort_key_bits = *options.sort_bits;
    if (options.draw) display.draw = *options.draw;
}

effects::Effect load_effect(const std::string& name_or_path, const SimulationChoice& options) {
    effects::Effect effect = effects::load(name_or_path);
    for (const PropertyChoice& choice : options.properties) set_property(effect, choice);
    return effect;
}

std::uint32_t capacity_for(const effects::Effect& effect, float density) {
    const double alive = effects::max_alive(effect, density);
    if (alive > endless) return usual_room;
    std::uint32_t room = min_room;
    while (room < max_room && room < alive) room *= 2;
    return std::min(room, max_room);
}

std::uint32_t default_capacity(std::uint32_t wished, const gl::Facts& facts,
                               const particles::AttributeNeed& need) {
    const particles::Room room = particles::ample_room(facts, need, facts.free_bytes());
    if (wished <= room.most) return wished;
    const auto capacity = static_cast<std::uint32_t>(std::max<std::uint64_t>(room.most, 1));
    say(fmt::format("the capacity is {} particles, not {} ({}); --capacity sets another", capacity, wished,
                    room.limit));
    return capacity;
}

void choose_default_capacity(const StartChoice& options, const gl::Facts& facts,
                             effects::Settings& settings) {
    std::uint32_t& capacity = settings.simulation.capacity;
    const bool said = options.capacity || !options.load_state.empty() || !options.replay.empty();
    if (said) return;
    settings.compiled = effects::compiled_of(settings);
    capacity = default_capacity(capacity, facts, particles::attribute_need(*settings.compiled));
}

Start::Start(const StartChoice& options) {
    if (!options.load_state.empty()) load_state(options);
    if (!options.replay.empty()) load_recording(options);
}

void Start::load_state(const StartChoice& options) {
    origin_ = options.load_state;
    state_ = state::read_state(origin_, folder_of_named(options));
    state::naming(origin_, [&] { state::require_own_world(*state_); });
    clock_ = FrameClock(state_->clock);
    require_same(options, state_->conditions, origin_);
    state::warn_if_not_replayable(origin_, state_->conditions.effect);
    state::naming(origin_, [&] {
        state::require_room(*state_, options.capacity.value_or(state_->conditions.capacity));
    });
}

void Start::load_recording(const StartChoice& options) {
    recording_ = read_recording(options.replay, folder_of_named(options));
    const state::Conditions& begin = recording_->begin;
    require_same(options, begin, options.replay);
    if (state_ && !same_run(state_->conditions, begin))
        bad_input("{}: the recording does not continue from the state in {}", options.replay,
                  options.load_state);
    if (!state_ && begin.step != 0)
        bad_input("{}: the recording begins after step {}; give that state by --load-state", options.replay,
                  begin.step);
}

const state::Conditions* Start::conditions() const {
    return state_ ? &state_->conditions : recording_ ? &recording_->begin : nullptr;
}

void Start::refuse_room(const StartChoice& options, const particles::CapacityError& error) const {
    if (options.capacity || conditions() == nullptr) return;
    fail(error.status(), "{}: {}; --capacity sets another", state_ ? options.load_state : options.replay,
         error.what());
}

std::optional<Replay> Start::take_replay() {
    if (!recording_) return std::nullopt;
    return Replay(*std::exchange(recording_, std::nullopt));
}

std::string Start::effect_name(const StartChoice& options) const {
    const state::Conditions* given = conditions();
    return given != nullptr && !options.effect_given ? given->effect.name : options.effect;
}

std::string Start::effect_title(const StartChoice& options) const {
    const state::Conditions* given = conditions();
    return given != nullptr ? given->effect.name : load_effect(options.effect, options).name;
}

effects::Settings Start::settings(const StartChoice& options) const {
    effects::Effect effect = load_effect(options.effect, options);
    const std::uint32_t capacity =
        options.capacity.value_or(capacity_for(effect, options.density.value_or(1)));
    effects::Settings chosen = first_settings(options, std::move(effect), capacity);
    chosen.effect.prewarm = options.prewarm.value_or(chosen.effect.prewarm);
    put_into(chosen, options);
    return chosen;
}

void Start::put_into(effects::Settings& settings, const StartChoice& options) const {
    if (const state::Conditions* given = conditions())
        state::put(*given, options.capacity.value_or(given->capacity), settings);
}

void Start::begin(Session& session) {
    if (!state_) return;
    state::naming(origin_, [&] { session.restore(*state_, session.settings().simulation.capacity); });
    state_.reset();
}

}  // namespace winnow::session
