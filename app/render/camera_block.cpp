#include "render/camera_block.h"

#include <span>

namespace winnow::render {

CameraBlock::CameraBlock(const std::string& label)
    : block_(gl::plain_memory()->allocate(sizeof(shared::Camera), label)),
      uploads_(slots, sizeof(shared::Camera), label + ", on its way") {}

void CameraBlock::set(const shared::Camera& camera) {
    gl::Fence& arrival = arrivals_[submitted_++ % slots];
    if (!arrival.passed()) arrival.wait();
    uploads_.upload(std::as_bytes(std::span(&camera, 1)), block_);
    arrival = gl::Fence::here();
    block_.bind_uniform(shared::BIND_CAMERA);
}

}  // namespace winnow::render
