// Writes a run of frames to files, to a video encoded by ffmpeg, or to standard output.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "base/descriptor.h"
#include "base/output_file.h"
#include "gl/context.h"
#include "render/image.h"

namespace winnow::render {

/// The properties of a film that are known before its first frame.
struct Film {
    gl::Size size;  // of each frame, pixels
    std::uint32_t frames_per_second = 60;
    std::uint64_t first = 1;   // number of the first frame that is written
    bool transparent = false;  // frames have alpha
};

/// Encodes FILE.webm as VP9, and any other file as H.264 in MP4, with an ffmpeg child process. ffmpeg writes
/// a temporary file beside the target and finish() renames it; without finish() nothing is left behind.
/// Functions that wait for ffmpeg throw Error(interrupted) soon after a signal such as SIGINT.
class VideoEncoder {
  public:
    /// Throws Error(absent) naming the package if there is no ffmpeg, Error(bad_input) if the file cannot
    /// be created, a side is odd or the child cannot be started.
    VideoEncoder(const std::string& path, const Film& film);
    VideoEncoder(const VideoEncoder&) = delete;
    ~VideoEncoder();

    /// Throws Error(bad_input) with ffmpeg's message if ffmpeg has ended.
    void write(const Image& frame);
    void finish();

  private:
    void start(const Film& film);
    int wait_for_end();
    std::string first_message() const;
    [[noreturn]] void report_failure();

    OutputFile file_;  // the child writes its temporary file
    const bool alpha_;
    pid_t child_ = -1;
    Descriptor input_;     // our end of the child's stdin
    Descriptor messages_;  // a memory file that is the child's stderr
};

/// Takes frames in order. Its output is complete or absent: without finish() a video or a single image leaves
/// nothing behind; in a directory the frames written so far stay.
class FrameSink {
  public:
    virtual ~FrameSink() = default;
    /// Throws Error(bad_input) if the frame cannot be written. Precondition: the frame has the size that the
    /// sink was made for.
    virtual void write(const Image& frame) = 0;
    virtual void finish() = 0;
    /// True if only the last frame is kept, so that the others need not be drawn.
    virtual bool last_only() const { return false; }
};

/// Makes the sink for `output`: FILE.png (the last frame), FILE.mp4 or FILE.webm (encoded by ffmpeg; even
/// sides), "-" (PNG after PNG on standard output), or a directory, created if missing, for frame_00001.png
/// and so on, which are the frames' numbers in the whole film. Throws before any frame is drawn:
/// Error(bad_input) if it cannot be written or has another extension, or an MP4 should be transparent,
/// Error(absent) naming the package if there is no ffmpeg.
std::unique_ptr<FrameSink> make_sink(const std::string& output, const Film& film);

}  // namespace winnow::render
