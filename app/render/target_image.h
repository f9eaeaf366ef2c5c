// A picture without a window: an 8-bit colour target that can be read back.
#pragma once

#include "gl/context.h"
#include "render/image.h"
#include "render/targets.h"

namespace winnow::render {

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
