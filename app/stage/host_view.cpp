#include "stage/host_view.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "base/error.h"

namespace winnow::stage {
namespace {

constexpr float tolerance = 1e-3f;                 // of what should be 0 or 1
constexpr float nearest = 1e-4f, farthest = 1e6f;  // metres: limits of what is drawn
constexpr float usual_fade = 0.35f;                // metres from the eye within which particles fade
constexpr float max_fade = 7;                      // likewise, in distances of the near plane

bool is_finite(const glm::mat4& matrix) {
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r)
            if (!std::isfinite(matrix[c][r])) return false;
    return true;
}

void require_rigid(const glm::mat4& view) {
    const glm::mat3 turn(view), product = glm::transpose(turn) * turn;
    bool is_turn = glm::determinant(turn) > 0;
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r)
            is_turn = is_turn && std::abs(product[c][r] - (c == r ? 1 : 0)) <= tolerance;
    const bool is_affine = view[0].w == 0 && view[1].w == 0 && view[2].w == 0 && view[3].w == 1;
    if (!is_turn || !is_affine) bad_input("view: must be a turn and a move, without a scale");
}

/// The entries that a projection along -z with upright edges may have.
void require_plain(const glm::mat4& p) {
    const bool shears =
        p[0].y != 0 || p[1].x != 0 || p[0].z != 0 || p[1].z != 0 || p[0].w != 0 || p[1].w != 0;
    if (shears || p[0].x <= 0 || p[1].y == 0)
        bad_input("projection: must scale x and y along the view's axes, and x to the right");
    const bool is_perspective = std::abs(p[2].w + 1) <= tolerance && p[3].w == 0;
    const bool is_parallel = p[2].w == 0 && p[3].w == 1;
    if (!is_perspective && !is_parallel)
        bad_input(
            "projection: must be a perspective one along -z, or a parallel one, as columns; is it "
            "transposed?");
}

/// Returns the matrix from clip space with stored depths to the eye.
glm::mat4 to_eye(const glm::mat4& projection, ClipDepth depth) {
    glm::mat4 stored(1);
    if (depth == ClipDepth::minus_one_to_one) {
        stored[2].z = 2;
        stored[3].z = -1;
    }
    return glm::inverse(projection) * stored;
}

/// Returns the metres before the eye of a stored depth; without a far plane, infinity.
float metres_at(const glm::mat4& to_eye, float stored) {
    const glm::vec4 eye = to_eye * glm::vec4(0, 0, stored, 1);
    return eye.w == 0 ? std::numeric_limits<float>::infinity() : -eye.z / eye.w;
}

glm::mat4 perspective(const glm::vec2& scale, const glm::vec2& shift, float near, float far) {
    glm::mat4 p(0);
    p[0].x = scale.x;
    p[1].y = scale.y;
    p[2] = {shift.x, shift.y, -(far + near) / (far - near), -1};
    p[3].z = -2 * far * near / (far - near);
    return p;
}

}  // namespace

render::HostView host_view(const glm::mat4& view, const glm::mat4& projection, ClipDepth depth,
                           gl::Size frame) {
    if (!is_finite(view)) bad_input("view: has a number that is not finite");
    if (!is_finite(projection)) bad_input("projection: has a number that is not finite");
    require_rigid(view);
    require_plain(projection);
    const glm::mat4& host = projection;
    render::HostView result;
    result.is_flipped = host[1].y < 0;
    render::Sight& sight = result.sight;
    sight.view = view;
    result.to_eye = to_eye(host, depth);
    const float first = metres_at(result.to_eye, 0), second = metres_at(result.to_eye, 1);
    if (!(std::min(first, second) < std::max(first, second)))
        bad_input("projection: the near and the far plane must differ");
    float near = std::min(first, second), far = std::max(first, second);
    glm::vec2 scale(host[0].x, std::abs(host[1].y)), shift(host[2].x, host[2].y);
    if (host[2].w == 0) {  // parallel
        // The eye goes back, so that across the depth the scale changes by less than half a pixel at the
        // edge.
        const float middle = 0.5f * (near + far), deep = far - near;
        const float away = deep * static_cast<float>(std::max(frame.width, frame.height));
        const glm::mat4 back = glm::translate(glm::mat4(1), {0, 0, middle - away});
        sight.view = back * view;
        result.to_eye = back * result.to_eye;
        shift = -glm::vec2(host[3].x, host[3].y);
        scale *= away;
        near = away - 0.5f * deep;
        far = away + 0.5f * deep;
    }
    if (result.is_flipped) shift.y = -shift.y;
    sight.near = std::clamp(near, nearest, farthest);
    sight.far = std::clamp(far, 2 * sight.near, std::max(farthest, 2 * sight.near));
    sight.projection = perspective(scale, shift, sight.near, sight.far);
    const glm::mat4 world = glm::inverse(sight.view);
    sight.eye = glm::vec3(world[3]);
    sight.forward = -glm::normalize(glm::vec3(world[2]));
    sight.fade = host[2].w == 0 ? nearest : std::min(usual_fade, max_fade * sight.near);
    return result;
}

}  // namespace winnow::stage
