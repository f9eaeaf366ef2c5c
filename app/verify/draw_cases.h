// The sprites on which drawing is checked: usual ones, and those at the edges of what tiles can hold.
#pragma once

#include <string>
#include <vector>

#include "effects/model/effect.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/columns.h"
#include "render/image.h"
#include "render/renderer.h"
#include "verify/checks.h"
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

// Checks what is drawn of given sprites, by tiles and by triangles, against the reference of the CPU.

/// Draws the scene and returns the picture. Throws std::runtime_error with the reason if the scene asks for
/// tiles and triangles drew it.
render::Image drawn(render::Renderer& renderer, const render::Scene& scene, gl::Size size);

/// Checks every case of draw_cases(). `quick`: leaves out a million particles on one pixel. Throws
/// Error(absent) if the device cannot draw. Preconditions as of the renderer.
void check_sprites(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes, bool quick,
                   Checks& checks);

}  // namespace winnow::verify
