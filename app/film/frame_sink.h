// Where the frames of a run are written: files, a video, or standard output.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "film/light_frame.h"
#include "gl/context.h"
#include "render/image.h"

namespace winnow::film {

/// The properties of a film that are known before its first frame.
struct Film {
    gl::Size size;  // of each frame, pixels
    std::uint32_t frames_per_second = 60;
    std::uint64_t first = 1;     // number of the first frame that is written
    bool transparent = false;    // frames have alpha
    std::uint32_t channels = 0;  // of frames of light: bits of Channel
    bool has_floats = false;     // frames of light have 32 bits instead of 16
};

/// Takes frames in order, each with the film's size, as images or, if takes_light(), as light. Its output is
/// complete or absent: without finish() a video or a single image leaves nothing behind; of several files
/// those written so far stay.
class FrameSink {
  public:
    virtual ~FrameSink() = default;
    /// True if frames are handed over by write_light(), else by write().
    virtual bool takes_light() const { return false; }
    /// Each throws Error(bad_input) if this frame, or one before it, cannot be written.
    virtual void write(const render::Image& frame);
    virtual void write_light(DrawnLight frame);
    virtual void finish() = 0;
    /// Returns the file of a frame, by its number in the whole film; empty if frames have no files of their
    /// own.
    virtual std::string path_of(std::uint64_t /*number*/) const { return {}; }
    /// Leaves the file of the next frame as it is. Precondition: it has a path_of() (throws
    /// std::logic_error).
    virtual void skip();
    /// Takes the number of a frame, and the path and the bytes of its file, which is complete.
    using Take = std::function<void(std::uint64_t, const std::string&, std::string_view)>;
    /// From now on, calls `take` for each file of a sequence, from any thread. What it throws ends the
    /// writing.
    void on_written(Take take) { take_ = std::move(take); }
    /// True if only the last frame is kept, so that the others need not be drawn.
    virtual bool last_only() const { return false; }
    /// Returns how many of the frames have been written, once finish() has returned or a call has thrown.
    std::uint32_t written() const { return written_; }

  protected:
    std::atomic<std::uint32_t> written_{0};
    Take take_;
};

/// Makes the sink for `output`: FILE.png or FILE.exr (the last frame), FILE_#.png or FILE_#.exr (one for each
/// frame), FILE.mp4 or FILE.webm (encoded by ffmpeg; even sides), "-" (PNG after PNG on standard output), or
/// a directory, created if missing, for frame_00001.png and so on. Numbers are those of frames in the whole
/// film. Files of a sequence are encoded and written beside the caller's work. Throws before any frame is
/// drawn: Error(bad_input) if it cannot be written or has another extension, or an MP4 should be transparent,
/// Error(absent) naming the package if there is no ffmpeg or no OpenEXR.
std::unique_ptr<FrameSink> make_sink(const std::string& output, const Film& film);

/// Returns the extension of a file name in lower case.
std::string ending_of(const std::string& path);
inline constexpr std::string_view png_ending = ".png", exr_ending = ".exr", webm_ending = ".webm",
                                  mp4_ending = ".mp4";

}  // namespace winnow::film
