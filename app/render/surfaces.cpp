#include "render/surfaces.h"

#include <string_view>

#include "render/sprite_look.h"

namespace winnow::render {
namespace {

void make_if_other(Target& target, gl::Size size, std::string_view label, bool by_tiles) {
    const Depth depth = by_tiles ? Depth::computed : Depth::kept;
    if (target.size() != size || target.depth_kind() != depth)
        target = Target(size, Format::hdr, label, depth);
}

}  // namespace

Surfaces::Surfaces(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                   gl::MemoryProvider& memory)
    : passes_(passes),
      solids_(facts, shaders, passes, memory),
      shadows_pass_(passes.declare("solid shadows", "the depth of solid particles as the lamp sees them",
                                   gl::Work::draw)),
      pass_(passes.declare("objects",
                           "the scenery's objects and solid particles, with their depth and their shadows",
                           gl::Work::draw)),
      objects_(shaders),
      rasteriser_(shaders) {}

void Surfaces::load(const Scene& scene) {
    objects_.prepare(scene.scenery, scene.folder);
    solids_.load(scene.living);
    if (scene.by_tiles && (objects_.any() || scene.living.program->solids.any)) rasteriser_.load();
}

void Surfaces::prepare(const Scene& scene) {
    objects_.prepare(scene.scenery, scene.folder);
    solids_.prepare(scene.living, scene.density, scene.seconds);
    if (!scene.by_tiles || !any()) rasteriser_.release();
}

Shadows Surfaces::cast_shadows(const Scene& scene, int side, const VertexPulling& vertices) {
    Shadows shadows = objects_.cast_shadows(side, vertices);
    shadows.of_solids = solids_.any();
    if (!solids_.any()) {
        passes_.forget(shadows_pass_);
        return shadows;
    }
    const gl::PassScope scope(passes_, shadows_pass_);
    bind_drawn(scene.living);
    if (scene.by_tiles)
        rasteriser_.cast_shadows(solids_, solids_.map_of_shadows(side, Depth::computed));
    else
        solids_.cast_shadows(side, vertices);
    solids_.bind_shadows();
    return shadows;
}

void Surfaces::draw(const Scene& scene, const ObjectLight& light, gl::Size frame, gl::Size mirror,
                    const VertexPulling& vertices) {
    const gl::PassScope scope(passes_, pass_);
    make_if_other(seen_, frame, "objects", scene.by_tiles);
    if (scene.plane.enabled) make_if_other(mirrored_, mirror, "mirrored objects", scene.by_tiles);
    bind_drawn(scene.living);
    if (scene.by_tiles)
        rasterise(scene, light);
    else
        draw_triangles(scene, light, vertices);
}

void Surfaces::rasterise(const Scene& scene, const ObjectLight& light) {
    rasteriser_.draw({objects_, solids_}, light, seen_);
    if (scene.plane.enabled)
        rasteriser_.draw_mirrored({objects_, solids_}, light, scene.plane.height, mirrored_);
}

void Surfaces::draw_triangles(const Scene& scene, const ObjectLight& light, const VertexPulling& vertices) {
    seen_.clear();
    if (objects_.any()) objects_.draw(light, scene.plane, seen_, vertices);
    if (solids_.any()) solids_.draw(light, seen_, vertices);
    if (!scene.plane.enabled) return;
    mirrored_.clear();
    if (objects_.any()) objects_.draw_mirrored(light, scene.plane, mirrored_, vertices);
    if (solids_.any()) solids_.draw_mirrored(light, scene.plane.height, mirrored_, vertices);
}

}  // namespace winnow::render
