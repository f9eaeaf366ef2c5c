#include "render/renderer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <map>
#include <utility>

#include "gl/buffer.h"
#include "gl/limits.h"
#include "gl/rings.h"
#include "render/blur.h"
#include "render/distortion.h"
#include "render/drawing.h"
#include "render/floor.h"
#include "render/identity_pass.h"
#include "render/lighting.h"
#include "render/outline.h"
#include "render/point_lights.h"
#include "render/post_processing.h"
#include "render/ribbons.h"
#include "render/scattered_light.h"
#include "render/scene_needs.h"
#include "render/surfaces.h"
#include "render/targets.h"
#include "render/tile_renderer.h"
#include "render/triangle_renderer.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr float reflection_share = 0.45f;
constexpr int glow_level = 3;
constexpr int reflection_levels = 5;
constexpr std::uint32_t max_at_once = 1u << 28;  // particles in a sum of light
constexpr std::uint32_t drawn_slots = 8;  // readbacks of list lengths under way; further frames read none

/// The parameters of a quality.
struct Costs {
    int reflection_factor;          // the frame's sides by the reflection's first level
    int levels_not_seen;            // of these, the first ones on a ground that blurs what it mirrors
    int background_factor;          // likewise by those of sky and ground
    std::uint32_t reflected_every;  // each nth particle is reflected
    int shade_side;                 // texels
    ShadowCosts shadows;
    bool nearest_level;  // SpriteLook's
    PostCosts post;
};

constexpr Costs costs_of(Quality quality) {
    return quality == Quality::low ? Costs{4, 0, 2, 4, 128, {1024, false, 8}, true, {4, false}}
                                   : Costs{2, 1, 1, 1, 256, {2048, true, 32}, false, {2, true}};
}

/// All targets whose size follows the frame's.
struct Targets {
    gl::Size size;
    bool is_layer = false;  // of a host's picture; then there are but the first and the last of those below
    int supersample = 1;
    int levels_not_seen = 0;
    Target hdr;
    Pyramid reflection;
    Target background;  // of sky and ground, if they are drawn smaller than the frame
    Target shade;       // made by the first frame with shading; of constant size
};

Targets make_targets(gl::Size size, int supersample, int levels_not_seen, const Costs& costs) {
    const gl::Size shown = reduced(size, supersample);
    return {size,
            false,
            supersample,
            levels_not_seen,
            Target(size, Format::hdr, "HDR frame"),
            Pyramid(reduced(shown, costs.reflection_factor << levels_not_seen),
                    reflection_levels - levels_not_seen, Format::hdr, "reflection"),
            costs.background_factor == 1
                ? Target()
                : Target(reduced(size, costs.background_factor), Format::hdr, "background"),
            Target()};
}

}  // namespace

gl::Size scaled(gl::Size window, float resolution) {
    const auto side = [&](int pixels) {
        return std::min(pixels,
                        std::max(1, static_cast<int>(std::lround(static_cast<float>(pixels) * resolution))));
    };
    return {side(window.width), side(window.height)};
}

struct Renderer::State {
    State(const gl::Facts& device, gl::ShaderLibrary& library, gl::Passes& registry,
          gl::MemoryProvider* provider);

    /// Draws frames of a size into the image or, if it is null, into a window.
    void draw(std::span<const Scene> scenes, gl::Size size, const TargetImage* image, gl::Size window);
    void draw_light(const Scene& scene);
    const Target& draw_layer(std::span<const Scene> scenes, gl::Size size);
    TileDemand demand_of(const Scene& scene) const;
    std::size_t summed(std::span<const Scene> scenes) const;
    TileDemand demand_of(std::span<const Scene> scenes) const;
    void draw_in_layer(const Scene& scene, const TileDemand& demand, bool is_first, bool is_summed);
    SpriteLook gather(const Scene& scene, const TileDemand& demand);
    void load(const Scene& scene);
    void prepare(const Scene& scene, gl::Size size);
    void set_camera(UniformBlock& block, const Sight& from, const Scene& scene);
    void make_list(const Scene& scene);
    void note_drawn();
    void draw_shade(const Scene& scene, const SpriteLook& look);
    TileRenderer& tile_renderer();
    HostPicture& host_picture();
    ParticleRenderer& choose(const Scene& scene, const TileDemand& demand);
    Surfaces::Scene surfaces_of(const Scene& scene) const;
    gl::Defines light_defines_of(const Scene& scene);
    Shadows cast_shadows(const Scene& scene);
    void draw_surfaces(const Scene& scene, const ObjectLight& light);
    void make_ribbons(const Scene& scene, const SpriteLook& look);
    void draw_particles(const Scene& scene, const SpriteLook& look);
    void draw_identities(const Scene& scene, const SpriteLook& look);
    void draw_reflection(const Scene& scene, const SpriteLook& look);
    void draw_plane(const Scene& scene, const ObjectLight& light);

    const gl::Facts& facts;
    gl::ShaderLibrary& shaders;
    gl::Passes& passes;
    std::unique_ptr<gl::MemoryProvider> own_memory;
    gl::MemoryProvider& memory;
    DrawLists lists;    // before the passes below, so that its passes are declared first
    Surfaces surfaces;  // also before them
    gl::PassId shade_pass, reflection_pass, particles_pass, plane_pass;
    Distortion distortion;
    VertexPulling vertices;
    Blur blur;
    PostProcessing post_processing;
    PointLights point_lights;
    ScatteredLight scattered_light;
    IdentityPass identity;
    bool identified = false;  // the particles of the newest layer
    Ribbons ribbons;
    TriangleRenderer triangles;
    std::unique_ptr<TileRenderer> tiles;    // made by the first frame that is drawn by tiles
    bool sums_fit = true;                   // the light of several scenes, into memory
    ParticleRenderer* chosen = &triangles;  // of the newest frame: one of these two
    std::string why_triangles;              // of the newest frame, if tiles were asked for
    Floor floor;
    UniformBlock camera, list_camera;
    std::optional<Listed> list;          // of this frame
    gl::ReadbackRing drawn_words;        // the length of each list, read a few frames late
    std::optional<std::uint32_t> drawn;  // the newest length that has arrived
    particles::Seen seen;                // of the newest frame
    Outline outline;
    std::unique_ptr<HostPicture> host;  // made by the first layer
    MarkRenderer marks;
    Quality quality;
    Targets targets;
};

Renderer::State::State(const gl::Facts& device, gl::ShaderLibrary& library, gl::Passes& registry,
                       gl::MemoryProvider* provider)
    : facts(device),
      shaders(library),
      passes(registry),
      own_memory(provider ? nullptr : gl::fastest_gl_memory(device)),
      memory(provider ? *provider : *own_memory),
      lists(device, library, registry, memory),
      surfaces(device, library, registry, memory),
      shade_pass(registry.declare("shade", "the lamp's light that particles absorb", gl::Work::draw)),
      reflection_pass(registry.declare("reflection", "particles mirrored in the plane", gl::Work::draw)),
      particles_pass(registry.declare("particles", "soft sprites, by indirect draw", gl::Work::draw)),
      plane_pass(registry.declare(
          "floor", "background, plane and its blurred reflection, behind the particles", gl::Work::draw)),
      distortion(library, registry),
      blur(library),
      post_processing(library, registry, blur),
      point_lights(device, library, registry, memory),
      scattered_light(library, registry),
      identity(library, registry),
      ribbons(device, library, registry, memory),
      triangles(device, library, vertices),
      floor(device, library),
      camera(shared::BIND_CAMERA, sizeof(shared::Camera), "render: camera"),
      list_camera(shared::BIND_CAMERA, sizeof(shared::Camera), "render: culling camera"),
      drawn_words(drawn_slots, gl::word_bytes, "render: drawn"),
      outline(library),
      marks(library),
      quality(facts.software ? Quality::low : Quality::high) {}

void Renderer::State::load(const Scene& scene) {
    gl::ShaderLibrary::Building building(shaders);
    if (scene.order.any()) lists.load(listing_of(scene));
    ribbons.load(scene.living, has_layer(scene), is_mirrored(scene), air_defines_of(scene.scenery));
    point_lights.load(scene.living);
    scattered_light.load(scene.living, scene.scenery);
    const effects::StackProgram& program = *scene.living.program;
    ObjectLight light{.is_shaded = is_shaded(scene), .has_point_lights = program.shines};
    light.shadows.any = !scene.scenery.objects.empty() && casts_shadows(scene.scenery);
    light.shadows.of_solids = program.solids.any && casts_shadows(scene.scenery);
    light.shadows.fine = costs_of(quality).shadows.fine;
    light.asked = light_defines_of(scene);
    surfaces.load(surfaces_of(scene), light);
    if (scene.host) {
        host_picture().load();
    } else {
        floor.load(scene, light, has_surfaces(scene), costs_of(quality).background_factor != 1);
        post_processing.load(scene, costs_of(quality).post, has_surfaces(scene));
    }
    if (program.distorts) triangles.distortion_of(scene.living, has_surfaces(scene));
    ParticleRenderer& asked = scene.by_tiles ? static_cast<ParticleRenderer&>(tile_renderer()) : triangles;
    asked.load(scene.living, {.listed = scene.order.any(),
                              .mirrored = is_mirrored(scene),
                              .shaded = is_shaded(scene),
                              .covers = scene.covers,
                              .has_surfaces = has_surfaces(scene),
                              .rasterises = rasterises_surfaces(scene),
                              .before_ribbons = has_layer(scene),
                              .nearest_level = costs_of(quality).nearest_level,
                              .light = light.asked,
                              .shadows = shadow_defines_of(scene),
                              .air = air_defines_of(scene.scenery)});
    building.finish();
}

HostPicture& Renderer::State::host_picture() {
    if (!host) host = std::make_unique<HostPicture>(shaders);
    return *host;
}

TileRenderer& Renderer::State::tile_renderer() {
    if (!tiles) tiles = std::make_unique<TileRenderer>(facts, shaders, passes, memory);
    return *tiles;
}

void Renderer::State::prepare(const Scene& scene, gl::Size size) {
    const Costs costs = costs_of(quality);
    const int levels_not_seen = is_rough(scene.scenery.ground) ? costs.levels_not_seen : 0;
    if (!targets.is_layer && targets.size == size && targets.supersample == scene.supersample &&
        targets.levels_not_seen == levels_not_seen)
        return;
    Targets made = make_targets(size, scene.supersample, levels_not_seen, costs);
    post_processing.prepare(size, scene.supersample, costs.post);
    targets = std::move(made);
}

void Renderer::State::set_camera(UniformBlock& block, const Sight& from, const Scene& scene) {
    shared::Camera numbers = camera_block(from, targets.size, static_cast<float>(scene.seconds));
    numbers.planes.w /= static_cast<float>(scene.supersample);  // modules see pixels of the shown frame
    block.set(numbers);
}

void Renderer::State::make_list(const Scene& scene) {
    const DrawOrder& order = scene.order;
    list.reset();
    if (!order.any()) {
        drawn_words.forget();
        drawn.reset();
        return lists.release();
    }
    set_camera(list_camera, order.frozen ? order.frozen->sight(targets.size) : sight_of(scene, targets.size),
               scene);
    list = lists.make(scene.living, listing_of(scene));
    note_drawn();
    if (drawn_words.has_room()) drawn_words.submit(*list->state, offsetof(shared::DrawList, drawn));
}

void Renderer::State::note_drawn() {
    for (; const std::byte* arrived = drawn_words.arrived(); drawn_words.taken())
        std::memcpy(&drawn.emplace(), arrived, gl::word_bytes);
}

TileDemand Renderer::State::demand_of(const Scene& scene) const {
    TileDemand demand{.frame = targets.size,
                      .has_pictures = scene.living.program->has_pictures,
                      .rasterises = rasterises_surfaces(scene),
                      .looks = scene.living.program->looks,
                      .tints = scene.living.program->tints};
    (scene.covers ? demand.covering : demand.adding) = scene.living.capacity;
    if (scene.plane.enabled) demand.mirror = targets.reflection.result().size();
    if (is_shaded(scene)) demand.shade_texels = costs_of(quality).shade_side;
    return demand;
}

/// Returns how many scenes of a layer, from the first on, are drawn in one sum of light.
std::size_t Renderer::State::summed(std::span<const Scene> scenes) const {
    return sums_fit ? summed_at_once(scenes) : 1;
}

/// Returns the demand of all scenes of a layer, so that their memory is the same for each of them.
TileDemand Renderer::State::demand_of(std::span<const Scene> scenes) const {
    TileDemand all{.frame = targets.size};
    while (!scenes.empty()) {
        const std::span<const Scene> sum = scenes.first(summed(scenes));
        TileDemand of_sum{.frame = targets.size};
        std::map<const gl::Buffer*, std::uint32_t> adding;  // a pool's particles are in one layer each
        for (const Scene& scene : sum) {
            const TileDemand one = demand_of(scene);
            adding[scene.living.pool] = one.adding;
            of_sum = both(of_sum, one);
        }
        std::uint64_t particles = 0;
        for (const auto& [pool, capacity] : adding) particles += capacity;
        of_sum.adding = static_cast<std::uint32_t>(std::min<std::uint64_t>(particles, max_at_once));
        all = both(all, of_sum);
        scenes = scenes.subspan(sum.size());
    }
    return all;
}

/// Returns what draws such a frame: tiles if the scene asks for them and the memory of the demand fits.
ParticleRenderer& Renderer::State::choose(const Scene& scene, const TileDemand& demand) {
    why_triangles.clear();
    if (scene.by_tiles) {
        const gl::ShaderLibrary::Building building(shaders);  // only the scans that are used are waited for
        why_triangles = tile_renderer().reserve(demand).reason;
        if (why_triangles.empty()) return *tiles;
    } else if (tiles) {
        tiles->release();
    }
    return triangles;
}

void Renderer::State::draw_shade(const Scene& scene, const SpriteLook& look) {
    const gl::PassScope scope(passes, shade_pass);
    const int side = costs_of(quality).shade_side;
    if (targets.shade.empty()) targets.shade = Target({side, side}, Format::hdr, "shade");
    targets.shade.bind();
    targets.shade.clear();
    chosen->draw_shade(scene.living, look, targets.shade);
    targets.shade.bind_texture(shared::TEXTURE_SHADE);
}

void Renderer::State::make_ribbons(const Scene& scene, const SpriteLook& look) {
    if (!scene.living.program->has_ribbons) return ribbons.release();
    ribbons.make(scene.living, look);
}

Surfaces::Scene Renderer::State::surfaces_of(const Scene& scene) const {
    return {scene.living,
            scene.scenery,
            scene.folder,
            scene.plane,
            scene.density,
            scene.seconds,
            costs_of(quality).shadows,
            targets.size.width > 0 ? shadow_view_of(sight_of(scene, targets.size)) : ShadowView(),
            scene.host ? &*scene.host : nullptr};
}

gl::Defines Renderer::State::light_defines_of(const Scene& scene) {
    gl::Defines defines = defines_of(scene.scenery);
    if (surfaces.are_wide(surfaces_of(scene))) defines.emplace_back("CASCADED", "1");
    for (const auto& define : shadow_defines_of(scene)) defines.push_back(define);
    return defines;
}

Shadows Renderer::State::cast_shadows(const Scene& scene) {
    return surfaces.cast_shadows(surfaces_of(scene), *chosen, vertices);
}

void Renderer::State::draw_surfaces(const Scene& scene, const ObjectLight& light) {
    seen = {};
    if (!surfaces.any()) return surfaces.forget_time();
    surfaces.draw(surfaces_of(scene), *chosen, light, targets.size, targets.reflection.result().size());
    const Sight sight = sight_of(scene, targets.size);
    seen = {surfaces.seen().depth(), sight.view, sight.projection};
}

void Renderer::State::draw_particles(const Scene& scene, const SpriteLook& look) {
    const gl::PassScope scope(passes, particles_pass);
    if (surfaces.any()) surfaces.seen().bind_depth_texture(shared::TEXTURE_DEPTH);
    if (look.before_ribbons) ribbons.draw_layer(look, targets.size, vertices);
    if (look.over_background && look.before_ribbons) ribbons.put_layer_over(targets.hdr);
    targets.hdr.bind();
    chosen->draw({scene.living, list}, look, targets.hdr);
    if (scene.living.program->has_ribbons) ribbons.draw(look, targets.hdr, vertices);
    if (scene.order.any() && scene.order.frozen) outline.draw(*scene.order.frozen, targets.size, vertices);
}

void Renderer::State::draw_identities(const Scene& scene, const SpriteLook& look) {
    identity.claim([&] {
        triangles.draw_identities(scene.living, look);
        surfaces.draw_identities(targets.size, vertices);
        if (scene.living.program->has_ribbons) ribbons.draw_identities(look, vertices);
    });
}

void Renderer::State::draw_reflection(const Scene& scene, const SpriteLook& look) {
    const gl::PassScope scope(passes, reflection_pass);
    const Target& target = targets.reflection.result();
    target.clear(1);
    if (surfaces.any()) {
        surfaces.mirrored().copy_to(target);
        surfaces.mirrored().bind_depth_texture(shared::TEXTURE_DEPTH);
    }
    if (look.before_ribbons) ribbons.draw_mirrored_layer(look, targets.size, target, vertices);
    target.bind();
    chosen->draw_mirrored({scene.living, list, costs_of(quality).reflected_every, true}, look, target);
    if (scene.living.program->has_ribbons) ribbons.draw_mirrored(look, targets.size, target, vertices);
}

void Renderer::State::draw_plane(const Scene& scene, const ObjectLight& light) {
    const gl::PassScope scope(passes, plane_pass);
    if (is_mirrored(scene)) blur.spread(targets.reflection, reflection_share);
    targets.reflection.result().bind_texture(shared::TEXTURE_REFLECTION);
    const auto glow = static_cast<std::size_t>(glow_level - targets.levels_not_seen);
    targets.reflection.levels[std::min(glow, targets.reflection.levels.size() - 1)].bind_texture(
        shared::TEXTURE_GLOW);
    if (surfaces.any()) {
        surfaces.seen().bind_texture(shared::TEXTURE_OBJECTS);
        surfaces.seen().bind_depth_texture(shared::TEXTURE_DEPTH);
    }
    floor.draw(scene, light, surfaces.any(), targets.hdr, targets.background);
}

void Renderer::State::draw(std::span<const Scene> scenes, gl::Size size, const TargetImage* image,
                           gl::Size window) {
    if (size.width <= 0 || size.height <= 0) return;
    const Scene& first = scenes.front();
    prepare(first, size);
    for (std::size_t nth = 0; nth < scenes.size(); ++nth) {
        draw_light(scenes[nth]);
        post_processing.gather(targets.hdr, nth, scenes.size());
    }
    post_processing.show(first, costs_of(quality).post, targets.hdr,
                         surfaces.any() ? &surfaces.seen() : nullptr, image, window);
}

/// Draws the light of a scene, from the front to the back.
void Renderer::State::draw_light(const Scene& scene) {
    SpriteLook look = gather(scene, demand_of(scene));
    draw_surfaces(scene, look.light);
    make_ribbons(scene, look);
    if (is_mirrored(scene))
        draw_reflection(scene, look);
    else
        passes.forget(reflection_pass);
    if (look.over_background) {
        targets.hdr.clear(1);
        draw_plane(scene, look.light);
    }
    if (!look.over_background) targets.hdr.clear(1);
    draw_particles(scene, look);
    if (scene.identifies) {
        identity.begin(targets.size);
        draw_identities(scene, look);
    }
    // Where a CPU renders, the compute shader of the plane waits until the others are rasterized.
    if (!look.over_background) draw_plane(scene, look.light);
    distortion.draw(scene.living, look, triangles, surfaces.any() ? &surfaces.seen() : nullptr, targets.hdr);
}

const Target& Renderer::State::draw_layer(std::span<const Scene> scenes, gl::Size size) {
    host_picture();
    if (!targets.is_layer || targets.size != size) {
        Target layer(size, Format::hdr, "layer");
        targets = {};
        targets.size = size;
        targets.is_layer = true;
        targets.hdr = std::move(layer);
    }
    targets.hdr.clear(1);
    identified = !scenes.empty() && scenes.front().identifies;
    if (identified) identity.begin(size);
    TileDemand demand = demand_of(scenes);
    if (sums_fit && !scenes.empty() && scenes.front().by_tiles && !tile_renderer().reserve(demand)) {
        sums_fit = false;
        demand = demand_of(scenes);
    }
    for (std::span<const Scene> rest = scenes; !rest.empty();) {
        const std::span<const Scene> sum = rest.first(summed(rest));
        const bool is_summed = sum.size() > 1;
        if (is_summed) {
            float brightest = 0;
            for (const Scene& scene : sum) brightest = std::max(brightest, brightest_of(scene));
            choose(sum.front(), demand).begin_sum(brightest, sum.front().living.program->has_pictures);
        }
        for (const Scene& scene : sum) draw_in_layer(scene, demand, &scene == scenes.data(), is_summed);
        if (is_summed) chosen->end_sum(targets.hdr);
        rest = rest.subspan(sum.size());
    }
    return targets.hdr;
}

/// Draws a scene over those that the layer has.
void Renderer::State::draw_in_layer(const Scene& scene, const TileDemand& demand, bool is_first,
                                    bool is_summed) {
    SpriteLook look = gather(scene, demand);
    look.is_summed = is_summed;
    surfaces.draw_in_host(surfaces_of(scene), *host, look.light, targets.size, vertices, is_first);
    const Sight& sight = scene.host->view.sight;
    seen = {surfaces.seen().depth(), sight.view, sight.projection};
    if (surfaces.any_drawn()) host->put_surfaces(surfaces.seen(), targets.hdr, vertices);
    make_ribbons(scene, look);
    draw_particles(scene, look);
    if (scene.identifies) draw_identities(scene, look);
    distortion.draw(scene.living, look, triangles, &surfaces.seen(), targets.hdr);
}

/// Makes what the particles of a scene are drawn from: their list, and the light on them.
SpriteLook Renderer::State::gather(const Scene& scene, const TileDemand& demand) {
    chosen = &choose(scene, demand);
    make_list(scene);
    set_camera(camera, sight_of(scene, targets.size), scene);
    surfaces.prepare(surfaces_of(scene));
    SpriteLook look{.covers = scene.covers,
                    .plane = scene.plane,
                    .mirror_fading = mirror_fading_of(scene.scenery.ground),
                    .density = scene.density,
                    .seconds = scene.seconds,
                    .brightest = brightest_of(scene),
                    .light = {is_shaded(scene), false, cast_shadows(scene), light_defines_of(scene)},
                    .has_objects = surfaces.any(),
                    .before_ribbons = has_layer(scene),
                    .nearest_level = costs_of(quality).nearest_level,
                    .tints = scene.living.program->tints,
                    .over_background = is_background_first(scene),
                    .air = air_defines_of(scene.scenery)};
    look.light.has_point_lights = point_lights.gather(scene.living, look);
    scattered_light.gather(scene.living, scene.scenery, look);
    if (is_shaded(scene))
        draw_shade(scene, look);
    else
        passes.forget(shade_pass);
    return look;
}

Renderer::Renderer(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                   gl::MemoryProvider* memory) {
    gl::require_limits(gl::Use::drawing);
    gl::ShaderLibrary::Building building(shaders);
    state_ = std::make_unique<State>(facts, shaders, passes, memory);
    building.finish();
}

Renderer::~Renderer() = default;

void Renderer::set_quality(Quality quality) {
    if (quality == state_->quality) return;
    state_->quality = quality;
    state_->targets = {};
    state_->post_processing.release();
}

Quality Renderer::quality() const {
    return state_->quality;
}

const particles::Seen& Renderer::seen() const {
    return state_->seen;
}

std::vector<glm::u16vec4> Renderer::light() const {
    return state_->post_processing.lit(state_->targets.hdr).read_halves();
}

std::vector<shared::PixelParticle> Renderer::pixel_particles(const Scene& scene, double step_seconds,
                                                             const Sight& before, double frame_seconds) {
    state_->set_camera(state_->camera, sight_of(scene, state_->targets.size), scene);
    return state_->identity.particles(scene.living, step_seconds, before.projection * before.view,
                                      frame_seconds);
}

float Renderer::metered() const {
    return state_->post_processing.metered(state_->targets.hdr);
}

bool Renderer::drew_by_tiles() const {
    return state_->chosen != &state_->triangles;
}

double Renderer::particle_milliseconds() const {
    double sum = 0;
    for (const gl::PassId pass : {state_->shade_pass, state_->reflection_pass, state_->particles_pass})
        sum += state_->passes.milliseconds(pass).value_or(0);
    return sum;
}

const std::string& Renderer::why_triangles() const {
    return state_->why_triangles;
}

std::optional<std::uint32_t> Renderer::drawn() {
    state_->note_drawn();
    return state_->drawn;
}

std::uint32_t Renderer::mirrored_every() {
    return state_->chosen->mirrored_every(costs_of(state_->quality).reflected_every);
}

std::uint64_t Renderer::drawing_bytes() const {
    return state_->lists.memory_bytes() + state_->surfaces.memory_bytes() +
           state_->point_lights.memory_bytes() + state_->scattered_light.memory_bytes() +
           state_->ribbons.memory_bytes() + (state_->tiles ? state_->tiles->memory_bytes() : 0);
}

void Renderer::load(const Scene& scene) {
    state_->load(scene);
}

void Renderer::load_layers(bool by_tiles) {
    gl::ShaderLibrary::Building building(state_->shaders);
    state_->host_picture().load();
    if (by_tiles) state_->tile_renderer().load_light(false);
    building.finish();
}

void Renderer::draw(std::span<const Scene> scenes, gl::Size window, float resolution) {
    state_->draw(scenes, scaled(window, resolution), nullptr, window);
}

const Target& Renderer::draw_layer(std::span<const Scene> scenes, gl::Size size) {
    return state_->draw_layer(scenes, size);
}

const Target& Renderer::first_depths(const HostView& view) {
    if (!state_->identified) state_->identity.begin(state_->targets.size);
    return state_->identity.first_depths(glm::inverse(view.to_eye));
}

void Renderer::draw_marks(const Marks& marks, const HostView& view, gl::Size size, const HostTarget& target) {
    state_->camera.set(camera_block(view.sight, size, 0));
    state_->marks.draw(marks, view, size, target, state_->vertices);
}

void Renderer::compose(const Target& layer, const HostView& view, const HostTarget& target) {
    state_->host->compose(layer, view.is_flipped, target, state_->vertices);
}

void Renderer::draw(std::span<const Scene> scenes, const TargetImage& target) {
    state_->draw(scenes, target.size(), &target, target.size());
}

}  // namespace winnow::render
