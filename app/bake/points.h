// The particles of a run as a sequence of files, one for each frame.
#pragma once

#include <cstdint>
#include <future>
#include <string>
#include <vector>

#include "bake/bake.h"
#include "bake/columns.h"
#include "bake/formats.h"
#include "base/numbered_name.h"
#include "session/session.h"

namespace winnow::bake {

/// The files that an export of points will write, known before anything is computed.
struct PointsPlan {
    std::vector<Column> columns;
    const Format* format = nullptr;
    NumberedName name;  // of the files of frames
    std::string stage;  // the file that plays them; empty: there is none
    FrameRange frames;
    Origin origin;
    std::uint64_t max_particles = 0;   // by the capacity and by the effect
    std::uint64_t max_file_bytes = 0;  // of the file of a frame

    std::string file_of(std::uint64_t frame) const { return name.of(frame); }
    std::uint64_t files() const { return frames.count() + (stage.empty() ? 0 : 1); }
};

/// Throws Error(bad_input), one line, if the frames, the attributes or the name of the output are not
/// possible, or a file of so many particles would be larger than its format allows.
PointsPlan plan_points(const Bake& bake, const effects::Settings& settings);

/// Writes frames of a session beside the steps and the reading of the next ones. At most two frames are held.
class PointsExport {
  public:
    /// The session and the plan must outlive this object. Throws Error(bad_input) if the first file cannot be
    /// written.
    PointsExport(session::Session& session, const PointsPlan& plan);

    /// Reads a frame, waits for the one before to be written, and begins to write it. Throws the error of the
    /// one before.
    void take(const session::MadeFrame& frame);
    /// Waits for the last frame, and writes the stage if all frames are written.
    void finish();

    /// Returns the particles of the largest frame.
    std::uint64_t largest_frame() const { return largest_; }

  private:
    void wait();

    const PointsPlan& plan_;
    PointReader reader_;
    PointFrame frame_;  // that is being written
    PointFrame next_;   // that is being read
    std::future<void> writing_;
    std::uint64_t largest_ = 0;
};

}  // namespace winnow::bake
