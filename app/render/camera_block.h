// A picture's camera on its way to the shaders: never waited for while the GPU keeps up.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "gl/buffer.h"
#include "gl/fence.h"
#include "gl/rings.h"
#include "shaders/shared.h"

namespace winnow::render {

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

}  // namespace winnow::render
