// Draws the living: a floor, soft sprites in HDR, their reflection, bloom, and the development into 8 bits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "effects/effect.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/camera.h"
#include "render/draw_list.h"
#include "render/targets.h"

namespace winnow::render {

/// Which of the living are drawn, and in which order.
struct DrawOrder {
    bool culls = false;            // what is out of view is left out
    bool sorts = false;            // from back to front, else in the order of the living
    std::uint32_t key_bits = 32;   // 16 or 32
    std::uint32_t sort_every = 1;  // pictures; above 1 the living must lie in the order of their births
    std::uint64_t step = 0;        // of the simulation
    SpriteBounds bounds;           // of the effect, where it culls
    std::optional<Camera> frozen;  // culls and sorts in the camera's place, and is drawn as an outline

    bool any() const { return culls || sorts; }
};

/// What one picture is a function of.
struct Scene {
    particles::Living living;
    effects::Floor floor;
    effects::Blend blend = effects::Blend::additive;
    bool shaded = false;  // particles shade each other, where the near covers the far
    Camera camera;
    float exposure = 1;  // effects::View's, before tone mapping
    float density = 1;   // factor on the effect's rates: more particles are drawn finer and dimmer
    double seconds = 0;  // simulated time
    bool bloom = true;
    DrawOrder order;
};

/// How much work a picture may be.
enum class Quality {
    low,   // for renderers in software: bloom and reflection at a quarter of the resolution, fewer reflected
    high,  // half the resolution, all reflected
};

class Renderer {
  public:
    /// Compiles the shaders and declares the passes; targets are made by the first picture. The quality is
    /// chosen for the device. The arguments outlive the renderer. Error(absent) where the device lacks what
    /// drawing needs.
    Renderer(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes);
    ~Renderer();
    Renderer(const Renderer&) = delete;

    void set_quality(Quality quality);
    Quality quality() const;

    /// Into the window's framebuffer of this size in pixels, which stays bound, for the panels to be drawn
    /// over it. A size without pixels (a minimised window) draws nothing. Nothing is read back or waited for.
    /// Error(bad_input) if the targets or the list do not fit in memory; those of earlier frames are kept.
    void draw(const Scene& scene, gl::Size window);
    void draw(const Scene& scene, const TargetImage& target);

    /// How many particles the list of an earlier picture held, the newest that is known; nullopt while
    /// drawing goes without a list. Nothing is waited for.
    std::optional<std::uint32_t> drawn();
    /// Bytes held for lists.
    std::uint64_t list_bytes() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow::render
