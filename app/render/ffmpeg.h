// A video file, encoded by an ffmpeg child process.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "base/descriptor.h"
#include "base/output_file.h"
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

}  // namespace winnow::render
