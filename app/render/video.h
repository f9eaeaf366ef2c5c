// Where a run of frames goes: files, a video encoded by ffmpeg, or standard output.
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

/// H.264 in MP4. ffmpeg writes beside the target, finish() renames; without it nothing is left behind.
/// Whoever waits for ffmpeg gets Error(interrupted) soon after a signal has asked for the end.
class VideoEncoder {
  public:
    /// Throws Error(absent) naming the package where there is no ffmpeg, Error(bad_input) if the file cannot
    /// be created, a side is odd or the child cannot be started.
    VideoEncoder(const std::string& path, gl::Size size, std::uint32_t pictures_per_second);
    VideoEncoder(const VideoEncoder&) = delete;
    ~VideoEncoder();

    /// Throws Error(bad_input) with what ffmpeg said if it has given up.
    void write(const Image& picture);
    void finish();

  private:
    void start(gl::Size size, std::uint32_t pictures_per_second);
    int wait_for_end();
    std::string first_message() const;
    [[noreturn]] void report_failure();

    OutputFile file_;  // whose temporary the child writes
    pid_t child_ = -1;
    Descriptor input_;     // our end of the child's stdin
    Descriptor messages_;  // memory that is the child's stderr
};

/// Takes pictures in order. What it writes is complete or absent: without finish() a video or a single
/// picture leaves nothing behind; of a directory, the pictures written so far stay.
class FrameSink {
  public:
    virtual ~FrameSink() = default;
    /// Throws Error(bad_input) if it cannot be written. All pictures have the size that the sink was made
    /// for.
    virtual void write(const Image& picture) = 0;
    virtual void finish() = 0;
    /// Whether only the last picture counts, so that the others need not be drawn.
    virtual bool last_only() const { return false; }
};

/// `output` is FILE.png (the last picture), FILE.mp4 (made by ffmpeg; of even sides), "-"
/// (PNG after PNG on standard output), or a directory, made if need be, for frame_00001.png and so on. Throws
/// before any picture is drawn: Error(bad_input) if it cannot be written or has another ending, Error(absent)
/// naming the package where there is no ffmpeg.
std::unique_ptr<FrameSink> make_sink(const std::string& output, gl::Size size,
                                     std::uint32_t pictures_per_second);

}  // namespace winnow::render
