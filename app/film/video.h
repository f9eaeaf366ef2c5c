// A video that ffmpeg encodes.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "base/descriptor.h"
#include "base/output_file.h"
#include "film/frame_sink.h"
#include "gl/context.h"
#include "render/image.h"

namespace winnow::film {

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
    void write(const render::Image& frame);
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

}  // namespace winnow::film
