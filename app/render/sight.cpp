#include "render/sight.h"

namespace winnow::render {
namespace {

shared::vec4 packed(const glm::vec4& v) {
    return {v.x, v.y, v.z, v.w};
}

void pack(const glm::mat4& matrix, shared::vec4 (&columns)[4]) {
    for (int c = 0; c < 4; ++c) columns[c] = packed(matrix[c]);
}

}  // namespace

shared::Camera camera_block(const Sight& sight, gl::Size frame, float seconds) {
    shared::Camera block{};
    pack(sight.view, block.view);
    pack(sight.projection, block.projection);
    block.eye = {sight.eye.x, sight.eye.y, sight.eye.z, seconds};
    const auto width = static_cast<float>(frame.width), height = static_cast<float>(frame.height);
    block.viewport = {width, height, 1 / width, 1 / height};
    const glm::mat4 rows = glm::transpose(sight.projection * sight.view);
    block.clip_x = packed(rows[0]);
    block.clip_y = packed(rows[1]);
    block.clip_w = packed(rows[3]);
    block.planes = {sight.near, sight.far, sight.fade, 0.5f * sight.projection[1].y * height};
    return block;
}

}  // namespace winnow::render
