#include "session/start.h"

#include <utility>

#include "base/error.h"
#include "effects/json.h"

namespace winnow::session {
namespace {

/// Whether a recording goes on from there; in whatever room.
bool same_run(const Conditions& state, Conditions recorded) {
    recorded.capacity = state.capacity;
    return state == recorded;
}

}  // namespace

Start::Start(const StartChoice& options) {
    if (!options.load_state.empty()) load_state(options);
    if (!options.replay.empty()) load_recording(options);
}

void Start::load_state(const StartChoice& options) {
    origin_ = options.load_state;
    state_ = read_state(origin_);
    clock_ = FrameClock(state_->clock);
    require_same(options, state_->conditions, origin_);
    naming(origin_, [&] { require_room(*state_, options.capacity.value_or(state_->conditions.capacity)); });
}

void Start::load_recording(const StartChoice& options) {
    recording_ = read_recording(options.replay);
    const Conditions& begin = recording_->begin;
    require_same(options, begin, options.replay);
    if (state_ && !same_run(state_->conditions, begin))
        bad_input("{}: the recording goes on from another state than {}", options.replay, options.load_state);
    if (!state_ && begin.step != 0)
        bad_input("{}: the recording begins after step {}; give that state by --load-state", options.replay,
                  begin.step);
}

const Conditions* Start::conditions() const {
    return state_ ? &state_->conditions : recording_ ? &recording_->begin : nullptr;
}

/// A refused capacity is known by how its message begins.
void Start::refuse_room(const StartChoice& options, const Error& error) const {
    const bool of_capacity = std::string_view(error.what()).starts_with("capacity: ");
    if (!of_capacity || options.capacity || conditions() == nullptr) return;
    fail(error.status(), "{}: {}; --capacity asks for another", state_ ? options.load_state : options.replay,
         error.what());
}

std::optional<Replay> Start::take_replay() {
    if (!recording_) return std::nullopt;
    return Replay(*std::exchange(recording_, std::nullopt));
}

std::string Start::effect_name(const StartChoice& options) const {
    const Conditions* given = conditions();
    return given != nullptr && !options.effect_given ? given->effect.name : options.effect;
}

std::string Start::effect_title(const StartChoice& options) const {
    const Conditions* given = conditions();
    return given != nullptr ? given->effect.name : effects::load(options.effect).name;
}

void Start::put_into(effects::Settings& settings, const StartChoice& options) const {
    if (const Conditions* given = conditions())
        put(*given, options.capacity.value_or(given->capacity), settings);
}

void Start::begin(Session& session) {
    if (!state_) return;
    naming(origin_, [&] { session.restore(*state_, session.settings().simulation.capacity); });
    state_.reset();
}

}  // namespace winnow::session
