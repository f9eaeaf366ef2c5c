// The depth of a target's pixels as a texture of its own, which lives as long as somebody reads it.
#pragma once

#include <cstdint>
#include <string>

#include "gl/context.h"

namespace winnow::gl {

/// Depths are written by drawing, as the attachment of a framebuffer, or by shaders, as an image of r32f.
enum class DepthStorage { drawing, shaders };

/// A float per pixel, 0 to 1, that is not filtered. Its contents are undefined at first.
class DepthTexture {
  public:
    /// The caller asks for OpenGL's errors: memory may be too short.
    DepthTexture(Size size, const std::string& label, DepthStorage by);
    DepthTexture(const DepthTexture&) = delete;
    ~DepthTexture();

    /// Makes all pixels as far away as can be.
    void clear() const;
    /// Binds it to a texture unit.
    void bind(std::uint32_t unit) const;
    unsigned name() const { return texture_; }
    DepthStorage by() const { return by_; }

  private:
    unsigned texture_ = 0;
    DepthStorage by_;
};

}  // namespace winnow::gl
