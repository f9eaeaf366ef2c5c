// The depths that the camera saw in the last frame, for particles that collide with them. GLSL, after shared.h, and C++ share it; C++
// sees it in winnow::shared.
#ifndef WINNOW_SEEN_H
#define WINNOW_SEEN_H

#ifdef __cplusplus
#include <shaders/shared.h>
namespace winnow::shared {
#endif

// The camera of that frame. All zero: nothing was seen. A place at `ahead` metres in front of the eye, at x and y from -1 to
// 1 in the frame, is eye + (forward + x * across + y * up) * ahead.
struct Seen {
    vec4 clip_x;   // rows of projection times view: coordinates in clip space
    vec4 clip_y;
    vec4 clip_w;   // metres in front of the eye
    vec4 eye;
    vec4 forward;  // w and the w of `across`: -1 to 1 of depth is across.w / ahead - forward.w
    vec4 across;
    vec4 up;
};

#ifdef __cplusplus
static_assert(sizeof(Seen) == 112);
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SEEN_H
