// The beginning of a run: its settings, and step 0 of an effect, a saved state or a recording.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "gl/context.h"
#include "particles/columns.h"
#include "session/choices.h"
#include "session/clocks.h"
#include "session/recording.h"
#include "session/session.h"
#include "settings/settings.h"
#include "state/state_file.h"

namespace winnow::session {

/// Returns the settings that the options choose for this effect.
effects::Settings first_settings(const SimulationChoice& options, effects::Effect effect,
                                 std::uint32_t capacity);

/// Sets culling and sorting as the options say and keeps the rest.
void set_drawing(const DrawingChoice& options, effects::DisplaySettings& display);

/// Throws Error(bad_input) if the effect has no such property, or its range not the value.
void set_property(effects::Effect& effect, const PropertyChoice& choice);

/// Loads a built-in effect or a file, and sets the chosen properties. Throws Error(bad_input) if the effect
/// has no such property or the value is out of its range.
effects::Effect load_effect(const std::string& name_or_path, const SimulationChoice& options);

/// Returns a capacity for all particles that the effect keeps alive at this density, bursts and children
/// included. It is the same on every device: a power of two from 65,536, at most 2^27 - 1, which a column of
/// 2^31 bytes holds. Where children have children without end, it is 2^24.
std::uint32_t capacity_for(const effects::Effect& effect, float density);

/// Returns a default capacity: `wished`, or the capacity that fits this device; prints a message to standard
/// error if that is lower.
std::uint32_t default_capacity(std::uint32_t wished, const gl::Facts& facts,
                               const particles::AttributeNeed& need = {});
/// Replaces the capacity by its default_capacity(), unless the options, a saved state or a recording set it.
void choose_default_capacity(const StartChoice& options, const gl::Facts& facts, effects::Settings& settings);

class Start {
  public:
    /// Reads the files that the options name. Throws Error(bad_input) if one cannot be read or contradicts
    /// the other options.
    explicit Start(const StartChoice& options);

    /// Returns the name of the effect for reports: the one on the command line, or else the effect's own.
    std::string effect_name(const StartChoice& options) const;
    /// Returns the effect's own name. Throws Error(bad_input) if it cannot be loaded.
    std::string effect_title(const StartChoice& options) const;
    /// Returns the settings that the options choose, with the conditions of the state or the recording. A
    /// capacity that nothing sets is that of capacity_for(). Throws Error(bad_input) as load_effect() does.
    effects::Settings settings(const StartChoice& options) const;
    /// Copies the conditions of the state or the recording into settings made from the options.
    void put_into(effects::Settings& settings, const StartChoice& options) const;
    /// Loads the state into the session and frees the state's memory. Precondition: the session has these
    /// settings.
    void begin(Session& session);

    /// Returns the result of `make`, which allocates for the settings' capacity; if a file has set that
    /// capacity, the message of a refusal names the file.
    template <typename Make>
    auto with_room(const StartChoice& options, const Make& make) const {
        try {
            return make();
        } catch (const particles::CapacityError& error) {
            refuse_room(options, error);
            throw;
        }
    }
    /// The frame clock of a saved run: how far its frames are ahead of its steps.
    FrameClock clock() const { return clock_; }
    /// Returns the recording to replay, if there is one. Call it once.
    std::optional<Replay> take_replay();

  private:
    void load_state(const StartChoice& options);
    void load_recording(const StartChoice& options);
    const state::Conditions* conditions() const;
    void refuse_room(const StartChoice& options, const particles::CapacityError& error) const;

    std::string origin_;  // of the state
    FrameClock clock_;
    std::optional<state::SavedState> state_;
    std::optional<Recording> recording_;
};

}  // namespace winnow::session
