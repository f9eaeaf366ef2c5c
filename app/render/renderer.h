// Draws the living: a floor, soft sprites in HDR, their reflection, bloom, and the development into 8 bits.
#pragma once

#include <memory>

#include "effects/effect.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "gl/window.h"
#include "particles/simulation.h"
#include "render/camera.h"
#include "render/target_image.h"

namespace winnow::render {

/// What one picture is a function of.
struct Scene {
    particles::Living living;
    effects::Floor floor;
    effects::Blend blend = effects::Blend::additive;
    Camera camera;
    float exposure = 1;  // effects::View's, before tone mapping
    float density = 1;   // factor on the effect's rates: more particles are drawn finer and dimmer
    double seconds = 0;  // simulated time
    bool bloom = true;
};

/// How much work a picture may be.
enum class Quality {
    low,   // for renderers in software: bloom and reflection at a quarter of the resolution, fewer reflected
    high,  // half the resolution, all reflected
};

class Renderer {
  public:
    /// Compiles the shaders and declares the passes; targets are made by the first picture. The quality is
    /// chosen for the device. The arguments outlive the renderer.
    Renderer(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes);
    ~Renderer();
    Renderer(const Renderer&) = delete;

    void set_quality(Quality quality);
    Quality quality() const;

    /// Into the window's framebuffer of this size in pixels, which stays bound, for the panels to be drawn
    /// over it. A size without pixels (a minimised window) draws nothing. Nothing is read back or waited for.
    void draw(const Scene& scene, gl::Size window);
    void draw(const Scene& scene, const TargetImage& target);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow::render
