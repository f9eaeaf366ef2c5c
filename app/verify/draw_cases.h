// The sprites on which drawing is checked: usual ones, and those at the edges of what tiles can hold.
#pragma once

#include <string>
#include <vector>

#include "effects/model/effect.h"
#include "particles/columns.h"
#include "render/renderer.h"
#include "verify/draw_reference.h"

namespace winnow::verify {

/// The size of the frames that are compared with the reference.
inline constexpr gl::Size checked_size{160, 90};

/// The particles of a case add light, or cover the light from behind.
enum class Kind { adds, covers };

struct Sprites {
    std::vector<particles::Particle> particles;
    std::vector<EmitterLook> looks;
};

struct DrawCase {
    std::string name;
    Kind kind = Kind::adds;
    Sprites sprites;
    effects::View view;
    /// Triangles are not compared: they blend into half floats, which lose light that is faint
    /// beside the pixel's; OpenGL does not define what they show of a vertex that is not finite; and llvmpipe
    /// interpolates wrongly what it clips off triangles that are much larger than the frame.
    bool tiles_only = false;
    bool has_plane = false;  // at height 0
    bool sorts = false;
};

/// Returns the cases of one kind.
std::vector<DrawCase> draw_cases(Kind kind);

/// Returns a million particles on one pixel, whose light adds up; `color` is the red of each.
DrawCase million_on_a_pixel(float color);

/// Returns the scene of a case without its particles.
render::Scene scene_of(const DrawCase& one);
/// Returns an emitter whose modules give particles that look.
effects::Emitter emitter_of(const EmitterLook& look);
std::vector<effects::Emitter> emitters_of(const std::vector<EmitterLook>& looks);

}  // namespace winnow::verify
