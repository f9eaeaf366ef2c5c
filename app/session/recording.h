// Recordings: the inputs of a person to a run, stored as JSON lines to be replayed. The first line holds the
// conditions at the beginning of the run (conditions.h) and "recording", the format's number. One line
// follows for every change of a setting or of the pointer that the state depends on, in order:
//   {"step":12,"edit":{"pointer":"/effect/emitters/0/rate","value":2000}}   applied after step 12
//   {"step":20,"pointer":{"place":[0.5,1,0],"strength":1}}                  for the steps after step 20
//   {"step":40,"reset":true}                                                restarts at step 0
//   {"step":99,"end":true}                                                  the last line
// A run begins with the pointer released, also after a reset and a new seed. Pace, backends, algorithms and
// display do not change the state and are not recorded.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.h"
#include "particles/step_inputs.h"
#include "settings/settings.h"
#include "state/conditions.h"

namespace winnow::session {

inline constexpr std::uint32_t recording_format = 1;

/// Returns an edit that changed `before` to `after` as the edits that a recording holds: those of which the
/// state is a function; the seed comes last, because a new seed restarts the run.
std::vector<effects::Edit> recorded_edits(const effects::Settings& before, const effects::Settings& after,
                                          const effects::Edit& edit);

class Recorder {
  public:
    /// Throws Error(bad_input) if the file cannot be created.
    Recorder(const std::string& path, const state::Conditions& begin);

    /// Records an edit that was applied after `step` steps and changed the settings. An edit of the seed has
    /// restarted the run.
    void edit(std::uint64_t step, const effects::Settings& before, const effects::Settings& after,
              const effects::Edit& edit);
    void pointer(std::uint64_t step, const particles::Pointer& pointer);
    void reset(std::uint64_t step);
    /// Completes the file; if it is not called, no file remains.
    void finish(std::uint64_t step);

  private:
    void write(std::uint64_t step, const char* what, nlohmann::ordered_json value);

    OutputFile file_;
};

/// One line of a recording.
struct RecordedInput {
    std::uint64_t step = 0;
    std::optional<effects::Edit> edit;
    std::optional<particles::Pointer> pointer = {};  // if this and the edit are empty: a reset
};

struct Recording {
    std::string origin;  // name of the recording in error messages
    state::Conditions begin;
    std::vector<RecordedInput> inputs;
    std::uint64_t end = 0;  // number of steps at which the recording ends
};

/// Throws Error(bad_input), one line that begins with the origin and the line number, if the text is not a
/// recording, has a newer format, is cut short, is not JSON, has steps out of order, has an edit that is
/// not valid at its place or does not change the state, or has an effect that cannot be replayed. `folder`:
/// see read_conditions().
Recording parse_recording(std::string_view text, const std::string& origin, const std::string& folder = "");
/// Throws as read_file() and parse_recording() do.
Recording read_recording(const std::string& path, const std::string& folder = "");

/// Applies the inputs of a recording again.
class Replay {
  public:
    struct Hands {
        std::function<void(const effects::Edit&)> apply;
        std::function<void()> reset;
        std::function<void(const particles::Pointer&)> set_pointer = {};

        /// Does what was recorded. Throws what the hands throw.
        void repeat(const RecordedInput& input) const;
    };
    explicit Replay(Recording recording) : recording_(std::move(recording)) {}

    /// Call it before each step: applies the inputs that were made after `steps()` steps, the present number
    /// of steps. Throws what `hands` throw, with the recording and the step in front.
    void feed(const std::function<std::uint64_t()>& steps, const Hands& hands);
    /// The number of steps at which the recording ends.
    std::uint64_t end() const { return recording_.end; }
    /// True if every input was applied and the run has made as many steps as were recorded.
    bool finished(std::uint64_t steps) const;
    /// Returns a sentence if a run that ends after `steps` steps ends earlier or later than the recording;
    /// else an empty string.
    std::string difference(std::uint64_t steps) const;

  private:
    bool only_the_end_is_left(std::uint64_t steps) const;

    Recording recording_;
    std::size_t next_ = 0;
};

}  // namespace winnow::session
