// Checks what is drawn of given sprites, by tiles and by triangles, against the reference of the CPU.
#pragma once

#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "render/image.h"
#include "render/renderer.h"
#include "verify/check.h"

namespace winnow::verify {

/// Draws the scene and returns the picture. Throws std::runtime_error with the reason if the scene asks for
/// tiles and triangles drew it.
render::Image drawn(render::Renderer& renderer, const render::Scene& scene, gl::Size size);

/// Checks every case of draw_cases(). `quick`: leaves out a million particles on one pixel. Throws
/// Error(absent) if the device cannot draw. Preconditions as of the renderer.
void check_sprites(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes, bool quick,
                   Checks& checks);

}  // namespace winnow::verify
