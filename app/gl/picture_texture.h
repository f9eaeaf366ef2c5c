// A small picture of 8 bits that the panel shows.
#pragma once

#include <cstdint>
#include <span>

#include "gl/context.h"

namespace winnow::gl {

class PictureTexture {
  public:
    /// `rgba` has four bytes of each pixel, rows from the top. Precondition: the sides are at most 2048.
    PictureTexture(Size size, std::span<const std::uint8_t> rgba);
    PictureTexture(const PictureTexture&) = delete;
    ~PictureTexture();

    /// OpenGL's name of the texture, of which its first row is the top.
    unsigned name() const { return name_; }

  private:
    unsigned name_ = 0;
};

}  // namespace winnow::gl
