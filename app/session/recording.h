// What a person did to a run, kept in a file and done again: JSON lines. The first says the conditions that
// the run began with (conditions.h), and "recording", the format's number. Then one line for every change of
// what the run is a function of, in their order:
//   {"step":12,"edit":{"pointer":"/effect/emitters/0/rate","value":2000}}   after step 12
//   {"step":40,"reset":true}                                                begun anew at step 0
//   {"step":99,"end":true}                                                  the last line
// Pacing, what computes, and how it is shown change nothing that is computed, and are not in it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.h"
#include "effects/settings.h"
#include "session/conditions.h"

namespace winnow::session {

inline constexpr std::uint32_t recording_format = 1;

class Recorder {
  public:
    /// Throws Error(bad_input) if the file cannot be created.
    Recorder(const std::string& path, const Conditions& begin);

    /// After `step` steps an edit was applied and changed the settings. An edit of the seed began anew.
    void edit(std::uint64_t step, const effects::Settings& before, const effects::Settings& after,
              const effects::Edit& edit);
    void reset(std::uint64_t step);
    /// Completes the file; without it nothing is left behind.
    void finish(std::uint64_t step);

  private:
    void write(std::uint64_t step, const char* what, nlohmann::ordered_json value);

    OutputFile file_;
};

/// One of a recording's lines.
struct RecordedInput {
    std::uint64_t step = 0;
    std::optional<effects::Edit> edit;  // none: begin anew
};

struct Recording {
    std::string origin;  // how errors name it
    Conditions begin;
    std::vector<RecordedInput> inputs;
    std::uint64_t end = 0;  // the steps after which it ends
};

/// Throws Error(bad_input), one line that begins with origin and line: not a recording, a newer format, cut
/// short, not JSON, steps out of order, or an edit that is not valid where it stands or changes no state.
Recording parse_recording(std::string_view text, const std::string& origin);
/// Throws as read_file() and parse_recording() do.
Recording read_recording(const std::string& path);

/// Does it again.
class Replay {
  public:
    struct Hands {
        std::function<void(const effects::Edit&)> apply;
        std::function<void()> reset;
    };
    explicit Replay(Recording recording) : recording_(std::move(recording)) {}

    /// Before each step: what was done after `steps()` steps, which says how many the run has made. Throws
    /// what `hands` throw, naming the recording and the step.
    void feed(const std::function<std::uint64_t()>& steps, const Hands& hands);
    /// The steps after which the recording ends.
    std::uint64_t end() const { return recording_.end; }
    /// Whether all was done and `steps` steps are as many as were recorded.
    bool finished(std::uint64_t steps) const;
    /// A sentence for a run that ends after `steps` steps, before the recording does or after; empty: with
    /// it.
    std::string difference(std::uint64_t steps) const;

  private:
    bool only_the_end_is_left(std::uint64_t steps) const;

    Recording recording_;
    std::size_t next_ = 0;
};

}  // namespace winnow::session
