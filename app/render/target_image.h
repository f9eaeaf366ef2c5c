// A picture without a window: an 8-bit colour target that can be read back.
#pragma once

#include "gl/window.h"
#include "render/image.h"

namespace winnow::render {

class TargetImage {
  public:
    /// Precondition: both sides are above 0 and within the device's limit (Error(bad_input) beyond).
    explicit TargetImage(gl::Size size);
    ~TargetImage();
    TargetImage(const TargetImage&) = delete;
    TargetImage& operator=(const TargetImage&) = delete;

    gl::Size size() const { return size_; }
    void bind() const;  // for drawing
    /// Waits for the GPU.
    Image read() const;

  private:
    gl::Size size_;
    unsigned texture_ = 0, framebuffer_ = 0;
};

/// What the window shows or, before the swap, is about to show; for screenshots.
Image read_window(gl::Size size);

}  // namespace winnow::render
