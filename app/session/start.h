// Where a run begins: its settings, and step 0 of an effect, a saved state or a recording.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "effects/settings.h"
#include "gl/context.h"
#include "session/choices.h"
#include "session/clocks.h"
#include "session/recording.h"
#include "session/session.h"
#include "session/state_file.h"

namespace winnow::session {

/// The options' choices for this effect.
effects::Settings first_settings(const SimulationChoice& options, effects::Effect effect,
                                 std::uint32_t capacity);

/// Sets what the options say of culling and sorting; the rest stays.
void set_drawing(const DrawingChoice& options, effects::Display& display);

/// Room for all that the effect keeps alive at this density, bursts and children too, the same on every
/// device: a power of two, 65,536 at least and 2^24 at most.
std::uint32_t capacity_for(const effects::Effect& effect, float density);

/// A capacity that nobody asked for: `wished`, or what this device has room for; that it is less is said on
/// standard error.
std::uint32_t default_capacity(std::uint32_t wished, const gl::Facts& facts);
/// Makes the capacity default_capacity() of itself, unless the options, a saved state or a recording say what
/// it is.
void hold_default_capacity(const StartChoice& options, const gl::Facts& facts, effects::Settings& settings);

class Start {
  public:
    /// Reads what the options name. Throws Error(bad_input) if that cannot be read, or is not what else they
    /// say.
    explicit Start(const StartChoice& options);

    /// The effect as reports name it: as the command line does, or else as it does itself.
    std::string effect_name(const StartChoice& options) const;
    /// The effect's own name. Throws Error(bad_input) if it cannot be loaded.
    std::string effect_title(const StartChoice& options) const;
    /// Into settings made from the options.
    void put_into(effects::Settings& settings, const StartChoice& options) const;
    /// Precondition: the session has these settings. The state's memory is freed.
    void begin(Session& session);

    /// Returns what `make` returns, which needs room for the settings' capacity; where a file has asked for
    /// it, a refusal names that file.
    template <typename Make>
    auto with_room(const StartChoice& options, const Make& make) const {
        try {
            return make();
        } catch (const Error& error) {
            refuse_room(options, error);
            throw;
        }
    }
    /// How far the frames of a saved run are ahead of its steps.
    FrameClock clock() const { return clock_; }
    /// Returns the recording that is to be done again, if there is one; to be asked once.
    std::optional<Replay> take_replay();

  private:
    void load_state(const StartChoice& options);
    void load_recording(const StartChoice& options);
    const Conditions* conditions() const;
    void refuse_room(const StartChoice& options, const Error& error) const;

    std::string origin_;  // of the state
    FrameClock clock_;
    std::optional<SavedState> state_;
    std::optional<Recording> recording_;
};

}  // namespace winnow::session
