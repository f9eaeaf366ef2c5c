// An effect that was simulated, as a scene: what golden images of effects show.
#pragma once

#include <memory>

#include "effects/model/effect.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/renderer.h"

namespace winnow::test {

class PlayedEffect {
  public:
    /// Simulates so many steps, with a seed and a capacity that are always the same; `density` is a factor on
    /// the births.
    PlayedEffect(const gl::Facts& facts, const effects::Effect& effect, int steps, float density = 1);
    /// Returns the scene from the effect's own view; it reads this object's particles.
    const render::Scene& scene() const { return scene_; }

  private:
    gl::ShaderLibrary shaders_;
    gl::Passes passes_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::unique_ptr<particles::Simulation> simulation_;
    render::Scene scene_;
};

}  // namespace winnow::test
