// Colour textures that can be drawn into and read back.
#pragma once

#include <string_view>

#include "gl/context.h"
#include "render/image.h"

namespace winnow::render {

enum class Format {
    hdr,    // RGBA, half floats: blending keeps light above 1
    shown,  // RGBA, 8 bits
};

/// Move-only; an empty target has no pixels. Sampling is bilinear and stays within the edges.
class Target {
  public:
    Target() = default;
    /// Error(bad_input) if a side is not 1 to the device's limit or there is no memory for it, Error(absent)
    /// if the device cannot draw into it.
    Target(gl::Size size, Format format, std::string_view label);
    Target(Target&& other) noexcept { swap(other); }
    Target& operator=(Target&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Target();

    gl::Size size() const { return size_; }
    bool empty() const { return texture_ == 0; }
    /// Drawing goes here, over the whole size.
    void bind() const;
    void clear() const;
    void bind_texture(unsigned unit) const;
    /// Bytes of the pixels from the bottom row up, RGBA; for Format::shown. Waits for the GPU.
    void read(void* pixels) const;

  private:
    void swap(Target& other) noexcept;

    gl::Size size_;
    unsigned texture_ = 0, framebuffer_ = 0;
};

/// Drawing goes to the window, over this size.
void bind_window(gl::Size size);
/// The same, and the window is black.
void clear_window(gl::Size size);

class TargetImage {
  public:
    /// Throws Error(bad_input) if a side is not 1 to the device's limit.
    explicit TargetImage(gl::Size size);

    gl::Size size() const { return target_.size(); }
    void bind() const { target_.bind(); }
    /// Waits for the GPU.
    Image read() const;

  private:
    Target target_;
};

/// What the window shows or, before the swap, is about to show; for screenshots.
Image read_window(gl::Size size);

}  // namespace winnow::render
