// Where a run of pictures goes: files, a video, or standard output.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gl/context.h"
#include "render/image.h"

namespace winnow::render {

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
