#include "render/surfaces.h"

#include <string_view>

#include "render/lighting.h"
#include "render/renderer.h"
#include "render/sprite_look.h"
#include "shaders/render/lighting/lighting.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

void make_if_other(Target& target, gl::Size size, std::string_view label, DepthKind depth) {
    if (target.size() != size || target.depth_kind() != depth)
        target = Target(size, Format::hdr, label, depth);
}

}  // namespace

Surfaces::Surfaces(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                   gl::MemoryProvider& memory)
    : passes_(passes),
      solids_(facts, shaders, passes, memory),
      shadows_pass_(
          passes.declare("solid shadows", "the depth of solid particles as lamps see them", gl::Work::draw)),
      pass_(passes.declare("objects",
                           "the scenery's objects and solid particles, with their depth and their shadows",
                           gl::Work::draw)),
      objects_(shaders),
      lighting_(shared::BIND_LIGHTING, sizeof(shared::Lighting), "render: lighting") {}

void Surfaces::load(const Scene& scene, const ObjectLight& light) {
    objects_.prepare(scene.scenery, scene.folder);
    solids_.load(scene.living, light.defines(), SolidShadows{0, casting_lamps(scene.scenery)}.defines());
}

bool Surfaces::are_wide(const Scene& scene) {
    objects_.prepare(scene.scenery, scene.folder);
    return objects_.light().is_wide;
}

void Surfaces::prepare(const Scene& scene) {
    objects_.prepare(scene.scenery, scene.folder);
    objects_.follow(scene.view, scene.costs.side);
    pictures_.prepare(scene.scenery, scene.folder);
    pictures_.bind();
    lighting_.set(
        lighting_of(scene.scenery, objects_.light(), scene.costs, scene.seconds, pictures_.light()));
    solids_.prepare(scene.living, scene.density, scene.seconds);
    has_host_ = scene.host != nullptr;
}

Shadows Surfaces::cast_shadows(const Scene& scene, ParticleRenderer& renderer,
                               const VertexPulling& vertices) {
    Shadows shadows;
    shadows.any = objects_.cast_shadows(scene.costs.side, vertices);
    shadows.of_solids = solids_.any() && casts_shadows(scene.scenery);
    shadows.fine = scene.costs.fine;
    if (!shadows.of_solids) {
        passes_.forget(shadows_pass_);
        return shadows;
    }
    const gl::PassScope scope(passes_, shadows_pass_);
    bind_drawn(scene.living);
    renderer.cast_shadows(solids_, {scene.costs.side, casting_lamps(scene.scenery)});
    solids_.bind_shadows();
    return shadows;
}

void Surfaces::draw(const Scene& scene, ParticleRenderer& renderer, const ObjectLight& light, gl::Size frame,
                    gl::Size mirror) {
    const gl::PassScope scope(passes_, pass_);
    make_if_other(seen_, frame, "objects", renderer.depth());
    if (scene.plane.enabled) make_if_other(mirrored_, mirror, "mirrored objects", renderer.depth());
    bind_drawn(scene.living);
    const SurfaceView view{objects_, solids_, light, scene.plane};
    renderer.draw_surfaces(view, seen_);
    if (scene.plane.enabled) renderer.draw_mirrored_surfaces(view, mirrored_);
}

void Surfaces::draw_in_host(const Scene& scene, HostPicture& picture, const ObjectLight& light,
                            gl::Size frame, const VertexPulling& vertices, bool is_first) {
    const gl::PassScope scope(passes_, pass_);
    make_if_other(seen_, frame, "objects", DepthKind::kept);
    if (is_first)
        picture.put_depth(scene.host->view, scene.host->depth, seen_, vertices);
    else if (any_drawn())
        seen_.clear_light();
    bind_drawn(scene.living);
    if (objects_.any()) objects_.draw(light, scene.plane, seen_, vertices);
    if (solids_.any()) solids_.draw(light, seen_, vertices);
}

}  // namespace winnow::render
