// The manifest of a sequence of frames: which files it has, and all that determines them, so that parts which
// several machines render can be resumed, checked and joined.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace winnow::session {

/// The file of a frame, and the step that the frame shows.
struct ListedFrame {
    std::string file;         // relative to the manifest's folder
    std::uint64_t bytes = 0;  // its size
    std::string hash;         // of its bytes, 16 hexadecimal digits
    std::uint64_t step = 0;   // its number, as in --trace; 0: none was made
    std::string state;        // the step's hash, likewise; empty: this run has not made that step
    bool operator==(const ListedFrame&) const = default;
};

/// As JSON: the conditions, then "range": [first, last] and "frames": [{"frame", "file", "bytes", "hash",
/// "step", "state"}].
struct Manifest {
    std::string path;                             // of the manifest; "-": standard output
    nlohmann::ordered_json conditions;            // equal for all parts of a film; begins with "schema"
    std::uint64_t first = 1, last = 1;            // numbers of frames in the whole film, from 1
    std::map<std::uint64_t, ListedFrame> frames;  // by their numbers; complete, in the range

    /// Returns the path of a listed file.
    std::string path_of(const ListedFrame& frame) const;
};

/// Throws Error(bad_input), one line that begins with the path, if the file cannot be read or is no manifest.
Manifest read_manifest(const std::string& path);

/// Says in one line which condition is the first that differs: "a.json: seed is 1, not 2"; empty: none.
std::string difference(const Manifest& there, const nlohmann::ordered_json& wanted);

/// Returns the hash of bytes as manifests have it.
std::string content_hash(std::string_view bytes);

/// Says how the file of a listed frame differs from the manifest: "is missing"; empty: it does not. Its bytes
/// are compared only if `reads_bytes`, else its size. Throws Error(bad_input) if they cannot be read.
std::string damage(const Manifest& manifest, const ListedFrame& frame, bool reads_bytes);

/// Writes a manifest while its frames are made: whole, about once a second, so that a run that is killed can
/// be resumed, and at the end. Standard output gets it only at the end.
class ManifestWriter {
  public:
    /// `begun` has the frames that are complete already.
    explicit ManifestWriter(Manifest begun);

    /// A file is complete. Any thread may call this.
    void wrote(std::uint64_t number, const std::string& file, std::string_view bytes);
    /// A frame was made, after so many steps. The reports of the steps follow.
    void made(std::uint64_t number, std::uint64_t steps);
    /// Throws Error(bad_input) if a frame that was complete shows another state than this run has.
    void take(const std::vector<StepReport>& reports);
    /// Throws Error(bad_input) if the file cannot be written.
    void finish();

  private:
    struct Entry {
        ListedFrame frame;
        bool has_file = false, has_state = false;  // both: the frame is listed
    };
    struct Waiting {
        std::uint64_t number, steps;
    };

    std::string text();
    void settle(const Waiting& frame, const std::string& state);

    const Manifest begun_;
    std::mutex mutex_;                        // guards the entries
    std::map<std::uint64_t, Entry> entries_;  // by the numbers of frames
    std::deque<Waiting> waiting_;             // frames whose step was not reported yet
    bool was_reported_ = false;               // some step
    std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
};

}  // namespace winnow::session
