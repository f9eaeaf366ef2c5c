#include "particles/seen.h"

namespace winnow::particles {
namespace {

shared::vec4 packed(const glm::vec4& v) {
    return {v.x, v.y, v.z, v.w};
}

}  // namespace

shared::Seen Seen::block() const {
    if (!depth) return {};
    const glm::mat4 rows = glm::transpose(projection * view), world = glm::inverse(view);
    const glm::vec3 right(world[0]), up(world[1]), forward(-world[2]);
    const glm::vec3 across = right / projection[0].x, upward = up / projection[1].y;
    const glm::vec3 middle = forward + across * projection[2].x + upward * projection[2].y;
    shared::Seen block{};
    block.clip_x = packed(rows[0]);
    block.clip_y = packed(rows[1]);
    block.clip_w = packed(rows[3]);
    block.eye = packed(world[3]);
    block.forward = packed({middle, projection[2].z});
    block.across = packed({across, projection[3].z});
    block.up = packed({upward, 0});
    return block;
}

}  // namespace winnow::particles
