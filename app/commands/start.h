// Where a run begins: at step 0 of an effect, or where a saved state left off.
#pragma once

#include <optional>
#include <string>

#include "commands/options.h"
#include "commands/session.h"
#include "commands/state_file.h"

namespace winnow::commands {

class Start {
  public:
    /// Reads what the options name. Throws Error(bad_input) if that cannot be read, or is not what else they
    /// say.
    explicit Start(const Options& options);

    /// The effect as reports name it: as the command line does, or else as it does itself.
    std::string effect_name(const Options& options) const;
    /// The effect's own name. Throws Error(bad_input) if it cannot be loaded.
    std::string effect_title(const Options& options) const;
    /// Into settings made from the options.
    void put_into(effects::Settings& settings, const Options& options) const;
    /// Precondition: the session has these settings. The state's memory is freed.
    void begin(Session& session);

  private:
    const Conditions* conditions() const { return state_ ? &state_->conditions : nullptr; }

    std::optional<SavedState> state_;
};

}  // namespace winnow::commands
