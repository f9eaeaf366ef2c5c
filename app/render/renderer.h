// Draws a frame: the plane, soft sprites in HDR, their reflection, bloom, and tone mapping into 8 bits.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "effects/model/effect.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "particles/step_inputs.h"
#include "render/camera.h"
#include "render/draw_list.h"
#include "render/host_picture.h"
#include "render/marks.h"
#include "render/sight.h"
#include "render/targets.h"
#include "shaders/render/identity/pixels.h"

namespace winnow::render {

/// Selects the living particles that are drawn, and their order.
struct DrawOrder {
    bool culls = false;            // leaves out particles that are out of view
    bool sorts = false;            // draws from back to front, else in the order of the pool
    std::uint32_t key_bits = 32;   // 16 or 32
    std::uint32_t sort_every = 1;  // frames; above 1 the pool must be in the order of births
    std::uint64_t step = 0;        // of the simulation
    SpriteBounds bounds;           // of the effect
    std::optional<Camera> frozen;  // culls and sorts instead of the camera, and is drawn as an outline

    bool any() const { return culls || sorts; }
};

/// The picture of another program in which a scene is drawn.
struct Host {
    HostView view;
    HostDepth depth;
};

/// All inputs of one frame.
struct Scene {
    particles::ParticleView living;
    effects::Plane plane;  // as it is seen
    effects::Scenery scenery;
    effects::Folder folder;      // of the scenery's files
    bool grid = false;           // lines on the ground
    bool covers = false;         // some particles cover what lies behind them
    bool ribbons_cover = false;  // some ribbons do
    bool shaded = false;         // those that cover shade each other
    Camera camera;
    std::optional<Host> host;  // another program's picture; then its view replaces the camera
    float exposure = 1;        // effects::View's, before tone mapping
    float density =
        1;  // factor on the effect's rates; the more particles, the smaller and dimmer each is drawn
    double seconds = 0;  // simulated time
    bool bloom = true;
    float bloom_strength = 0.5f;  // effects::View's, where `bloom` is true
    float vignette = 0.28f;       // likewise
    effects::Grading grading;     // likewise
    /// Neither sky nor ground are drawn, and the frame has alpha. It is what particles and objects give:
    /// without bloom, vignette and grading, which belong to the whole picture that it will be a part of.
    bool transparent = false;
    int supersample =
        1;  // the drawn sides by those of the frame that is shown: bloom and reflection are as wide
    DrawOrder order;
    bool identifies = false;  // the particle that each pixel shows is found too
    bool by_tiles = false;    // where they can draw it; else by triangles
};

/// How much work a frame takes.
enum class Quality {
    low,   // for software renderers: bloom and reflection at a quarter of the sides, every 4th particle
           // reflected, pictures of the nearest size
    high,  // half the sides, all particles reflected, pictures blended from two sizes
};

/// Returns the size of a picture that is enlarged to a window; none if the window has no pixels.
gl::Size scaled(gl::Size window, float resolution);

class Renderer {
  public:
    /// Compiles the shaders and declares the passes; the first frame makes the targets. The quality is chosen
    /// for the device. Large buffers come from `memory`, or from the fastest memory that OpenGL has alone.
    /// Precondition: the arguments outlive the renderer. Throws Error(absent) if the device lacks a feature
    /// that drawing needs.
    Renderer(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
             gl::MemoryProvider* memory = nullptr);
    ~Renderer();
    Renderer(const Renderer&) = delete;

    void set_quality(Quality quality);
    Quality quality() const;

    /// Loads the programs that draw such a scene. While a gl::ShaderLibrary::Building lives, only begins to
    /// build them, so that a driver builds them beside those of the first step. Throws as draw() does.
    void load(const Scene& scene);

    /// Likewise those that draw the layers of all hosts, by tiles or not.
    void load_layers(bool by_tiles);

    /// Draws into the window's framebuffer of this size in pixels, which stays bound so that the panel can be
    /// drawn over it. A size without pixels (a minimised window) draws nothing. Reads nothing back.
    /// Throws Error(bad_input) if the targets or the list do not fit in memory; those of earlier frames are
    /// kept.
    void draw(const Scene& scene, gl::Size window) { draw(std::span(&scene, 1), window); }
    void draw(const Scene& scene, const TargetImage& target) { draw(std::span(&scene, 1), target); }
    /// Draws the mean of the light of several scenes, at least one. What is made of the whole picture is that
    /// of the first. The window's picture is drawn with `resolution`, at most 1, times the window's sides,
    /// and enlarged.
    void draw(std::span<const Scene> scenes, gl::Size window, float resolution = 1);
    void draw(std::span<const Scene> scenes, const TargetImage& target);

    /// Draws what the particles and the objects of the scenes give to a host's picture of this size, which
    /// all of them name, each over those before it: neither sky nor ground, without bloom and tone curve.
    /// Returns it: premultiplied light, and in alpha the share of the light from behind that passes; it stays
    /// as it is until the next frame. Precondition: the scenes are transparent. Throws as draw() does.
    const Target& draw_layer(std::span<const Scene> scenes, gl::Size size);
    /// Returns the depths of the particles that the pixels of the newest layer show, Format::number, in the
    /// form of the host's; the far end where there is none, or the scenes did not ask for it.
    const Target& first_depths(const HostView& view);
    /// Draws marks over a host's picture of this size.
    void draw_marks(const Marks& marks, const HostView& view, gl::Size size, const HostTarget& target);
    /// Draws such a layer over the host's picture.
    void compose(const Target& layer, const HostView& view, const HostTarget& target);

    /// Returns the light of the newest frame before anything is made of the whole picture, from the bottom
    /// row up, as half floats; of a transparent scene with its opacity in alpha. Waits for the GPU.
    std::vector<glm::u16vec4> light() const;
    /// Returns the particle of each pixel of the newest frame as IdentityPass::particles() does; of several
    /// scenes those of the first. `before`: how the frame before was seen, so many seconds ago. Precondition:
    /// that scene, which this is, identifies. Waits for the GPU.
    std::vector<shared::PixelParticle> pixel_particles(const Scene& scene, double step_seconds,
                                                       const Sight& before, double frame_seconds);
    /// Returns the factor on the light of the newest frame that metered_factor() gives. Waits for the GPU.
    float metered() const;

    /// Returns the solid things of the newest frame, for the simulation; later frames are drawn into the same
    /// depth.
    const particles::Seen& seen() const;

    /// Says if the newest frame was drawn by tiles.
    bool drew_by_tiles() const;
    /// Returns the milliseconds of the passes that differ between tiles and triangles, of a recent frame.
    double particle_milliseconds() const;
    /// Says why the newest frame was drawn by triangles although the scene asked for tiles; else empty.
    const std::string& why_triangles() const;

    /// Returns how many particles the newest list held whose count has arrived; nullopt while frames are
    /// drawn without a list. Never waits.
    std::optional<std::uint32_t> drawn();
    /// Returns n if each nth drawn particle is mirrored in the plane, with n times its light. Never waits:
    /// where the GPU decides, it is that of a recent frame.
    std::uint32_t mirrored_every();
    /// Returns the bytes held for lists, tiles, solid particles, ribbons, gathered light and the scenery's
    /// pictures.
    std::uint64_t drawing_bytes() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow::render
