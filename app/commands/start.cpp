#include "commands/start.h"

#include "effects/json.h"

namespace winnow::commands {

Start::Start(const Options& options) {
    if (options.load_state.empty()) return;
    state_ = read_state(options.load_state);
    require_same(options, state_->conditions, options.load_state);
    require_room(*state_, options.capacity.value_or(state_->conditions.capacity));
}

std::string Start::effect_name(const Options& options) const {
    const Conditions* given = conditions();
    return given != nullptr && !options.effect_given ? given->effect.name : options.effect;
}

std::string Start::effect_title(const Options& options) const {
    const Conditions* given = conditions();
    return given != nullptr ? given->effect.name : effects::load(options.effect).name;
}

void Start::put_into(effects::Settings& settings, const Options& options) const {
    if (const Conditions* given = conditions())
        put(*given, options.capacity.value_or(given->capacity), settings);
}

void Start::begin(Session& session) {
    if (!state_) return;
    session.restore(*state_, session.settings().simulation.capacity);
    state_.reset();
}

}  // namespace winnow::commands
