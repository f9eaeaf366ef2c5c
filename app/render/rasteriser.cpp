#include "render/rasteriser.h"

#include <cstddef>
#include <string>
#include <utility>

#include "gl/fence.h"
#include "shaders/render/raster/raster.h"
#include "shaders/render/solids/solids.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr std::uint64_t tiles_head = 2 * gl::word_bytes, tile_bytes = 2 * gl::word_bytes;

std::uint64_t pixels_in(gl::Size size) {
    return static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height);
}

void set_view(const gl::Program& program, gl::Size size, float pixels_away) {
    program.set("frame_size", glm::vec2(size.width, size.height));
    program.set("pixels_away", pixels_away);
}

}  // namespace

void Rasteriser::load(std::uint32_t surfaces, const gl::Defines& light, const gl::Defines& shadows) {
    Views& views = views_[surfaces];
    gl::ShaderLibrary::Building building(shaders_);
    if (!views.are_loaded) load_views(views, surfaces);
    for (View* view : {&views.direct, &views.mirrored}) {
        for (VariantProgram* program : {&view->small, &view->large}) program->of({});
        view->shade.of(light);
    }
    View& shadow = views.shadow;
    for (VariantProgram* program : {&shadow.small, &shadow.large, &shadow.shade}) program->of(shadows);
    building.finish();
    views.are_loaded = true;
}

Rasteriser::Views& Rasteriser::loaded(const Solids& solids, const gl::Defines& light) {
    Views& views = views_[solids.surfaces()];
    if (!views.are_loaded) load(solids.surfaces(), light);
    return views;
}

void Rasteriser::load_views(Views& views, std::uint32_t wanted) {
    const auto view = [&](gl::Defines defines, const char* format = "rgba16f") {
        const gl::Defines surfaces = surface_defines(wanted);
        defines.insert(defines.end(), surfaces.begin(), surfaces.end());
        const auto program = [&](const std::string& name) {
            const std::string path = "render/raster/raster.comp#" + name;
            return VariantProgram(shaders_, {path, {{gl::ShaderStage::compute, path}}, defines});
        };
        View made{program("small"), program("large"), {}};
        defines.emplace_back("TARGET_FORMAT", format);
        made.shade = program("shade");
        return made;
    };
    views.direct = view({});
    views.mirrored = view({{"REFLECTION", "1"}});
    views.shadow = view({{"SHADOW", "1"}}, "rgba8");
    views.shadow.pixels_away = shadow_filter;
}

/// Frees before it allocates: nothing of an earlier frame is needed. The depths come last, because they tell
/// what is held.
void Rasteriser::reserve(gl::Size size) {
    const std::uint64_t bytes = pixels_in(size) * gl::word_bytes;
    if (depths_.bytes() >= bytes) return;
    is_empty_ = false;
    depths_ = {};
    names_ = {};
    if (tiles_.bytes() == 0)
        tiles_ = gl::plain_memory()->allocate(
            tiles_head + std::uint64_t{shared::RASTER_MOST_TILES} * tile_bytes, "raster: tiles");
    names_ = gl::plain_memory()->allocate(bytes, "raster: surfaces");
    depths_ = gl::plain_memory()->allocate(bytes, "raster: depths");
}

void Rasteriser::put_small(const gl::Program& program, const Objects* objects, const Solids& solids) const {
    if (objects != nullptr && objects->any()) {
        program.set("kind", shared::RASTER_OBJECT);
        program.set("object_triangles", objects->triangles());
        program.dispatch(gl::Groups::over(objects->triangles(), shared::PARTICLE_THREADS));
    }
    if (!solids.any()) return;
    program.set("kind", shared::RASTER_SPHERE);
    program.dispatch_indirect(solids.list(), offsetof(shared::SolidList, groups_x));
    if (solids.max_batches() == 0) return;
    program.set("kind", shared::RASTER_MESH);
    program.set("max_batches", solids.max_batches());
    program.dispatch_indirect(solids.list(), offsetof(shared::SolidList, batch_groups_x));
}

/// Draws the surfaces into the buffers; maps of shadows need no second round. Precondition: reserve() and
/// set_view().
void Rasteriser::rasterise(const gl::Program& small, const gl::Program& large, bool is_shadow,
                           const Objects* objects, const Solids& solids) {
    if (!std::exchange(is_empty_, false)) {
        depths_.fill(shared::RASTER_NONE);
        names_.fill(shared::RASTER_NONE);
        tiles_.fill(0, 0, tiles_head);
    }
    if (objects != nullptr && objects->any()) objects->bind();
    if (solids.any()) solids.bind();
    depths_.bind_storage(shared::BIND_RASTER_DEPTHS);
    names_.bind_storage(shared::BIND_RASTER_SURFACES);
    tiles_.bind_storage(shared::BIND_RASTER_TILES);
    for (const bool names : {false, true}) {
        if (names && is_shadow) break;
        small.set("names_surfaces", names ? 1 : 0);
        put_small(small, objects, solids);
        gl::storage_barrier();
        large.set("names_surfaces", names ? 1 : 0);
        large.dispatch({shared::RASTER_GROUPS});
        gl::storage_barrier();
    }
}

/// Writes the colours and depths of so many pixels of the target, and empties the buffers.
void Rasteriser::shade(const gl::Program& program, const Target& target, gl::Size size) {
    target.bind_depth_image(shared::IMAGE_RASTER_DEPTH);
    run_on_each_pixel(program, target, {0, size.height});
    is_empty_ = true;
}

void Rasteriser::draw(View& view, const Scene& scene, const ObjectLight& light, const Target& target) {
    const gl::Program &small = view.small.of({}), &large = view.large.of({}),
                      &shading = view.shade.of(light.asked);
    reserve(target.size());
    for (const gl::Program* program : {&small, &large, &shading})
        set_view(*program, target.size(), view.pixels_away);
    rasterise(small, large, false, &scene.objects, scene.solids);
    light.set(shading);
    shade(shading, target, target.size());
}

void Rasteriser::draw(const Scene& scene, const ObjectLight& light, const Target& target) {
    draw(loaded(scene.solids, light.asked).direct, scene, light, target);
}

void Rasteriser::draw_mirrored(const Scene& scene, const ObjectLight& light, float plane_height,
                               const Target& target) {
    View& view = loaded(scene.solids, light.asked).mirrored;
    for (const gl::Program* program : {&view.small.of({}), &view.large.of({}), &view.shade.of(light.asked)})
        program->set("plane_height", plane_height);
    draw(view, scene, light, target);
}

void Rasteriser::cast_shadows(const Solids& solids, const SolidShadows& shadows, const Target& maps) {
    View& view = loaded(solids, {}).shadow;
    const gl::Defines variant = shadows.defines();
    const gl::Program &small = view.small.of(variant), &large = view.large.of(variant),
                      &shading = view.shade.of(variant);
    const gl::Size size{shadows.side, shadows.side};
    reserve(size);
    for (std::size_t i = 0; i < shadows.lamps.size(); ++i) {
        for (const gl::Program* program : {&small, &large, &shading}) {
            set_view(*program, size, view.pixels_away);
            if (!variant.empty()) program->set("seeing_lamp", shadows.lamps[i]);
        }
        if (!variant.empty()) shading.set("first_row", static_cast<int>(i) * shadows.side);
        rasterise(small, large, true, nullptr, solids);
        shade(shading, maps, size);
    }
}

void Rasteriser::release() {
    depths_ = {};
    names_ = {};
    tiles_ = {};
}

std::uint64_t Rasteriser::memory_bytes() const {
    return depths_.bytes() + names_.bytes() + tiles_.bytes();
}

}  // namespace winnow::render
