// Drawing without vertex buffers: shaders make their vertices from gl_VertexID.
#pragma once

#include <cstdint>

#include "gl/buffer.h"

namespace winnow::render {

class VertexPulling {
  public:
    VertexPulling();
    ~VertexPulling();
    VertexPulling(const VertexPulling&) = delete;

    /// Triangles that cover what is bound; whole_picture.vert.
    void whole_picture() const;
    void triangles(std::uint32_t count) const;
    /// Triangles, as many as the four words at `byte_offset` say.
    void indirect(const gl::Buffer& arguments, std::uint64_t byte_offset) const;

  private:
    unsigned array_ = 0;
};

}  // namespace winnow::render
