// What every pass of drawing uses: vertices without buffers, blending, the camera in the shaders, and filters
// over a whole frame.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gl/buffer.h"
#include "gl/fence.h"
#include "gl/program.h"
#include "gl/rings.h"
#include "shaders/shared.h"

namespace winnow::render {

enum class Blending {
    replace,
    add,
    cover,  // premultiplied alpha
    mix,    // by the drawn alpha
};

/// Colour only: no pass here has a depth buffer, culls faces or masks anything.
void set_blending(Blending blending);

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

class CameraBlock {
  public:
    /// Throws as gl::MemoryProvider::allocate.
    explicit CameraBlock(const std::string& label);

    /// Submits the upload and binds the block as BIND_CAMERA: what is submitted later sees it. Waits only
    /// where the GPU is as many uploads behind as are possible at once.
    void set(const shared::Camera& camera);

  private:
    static constexpr std::uint32_t slots = 16;

    gl::Buffer block_;
    gl::UploadRing uploads_;
    std::array<gl::Fence, slots> arrivals_;  // of the newest upload from each slot
    std::uint64_t submitted_ = 0;
};

/// A pass over a whole picture; `fragment` is a path below shaders/.
inline gl::Program load_filter(gl::ShaderLibrary& shaders, const std::string& fragment) {
    return shaders.load(
        {fragment, {{gl::Stage::vertex, "render/whole_picture.vert"}, {gl::Stage::fragment, fragment}}, {}});
}

}  // namespace winnow::render
