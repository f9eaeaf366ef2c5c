#include "render/triangle_renderer.h"

#include <cstddef>
#include <string>
#include <utility>

#include "shaders/shared.h"

namespace winnow::render {
namespace {

LookProgram sprites_program(gl::ShaderLibrary& shaders, std::string label, std::uint32_t cut_sides,
                            gl::Defines defines) {
    if (cut_sides > 0) defines.emplace_back("CUT_SIDES", gl::define_number(cut_sides));
    return {shaders,
            {std::move(label),
             {{gl::ShaderStage::vertex, "render/sprites/sprites.glsl#vertex"},
              {gl::ShaderStage::fragment, "render/sprites/sprites.glsl#fragment"}},
             std::move(defines)}};
}

constexpr std::uint32_t octagon = 8;  // sides, as shaders/render/sprites/sprites.glsl cuts triangles

/// Returns the defines of a frame's variant.
gl::Defines variant_of(bool has_surfaces, bool before_ribbons, bool nearest_level, bool tints,
                       const gl::Defines& air) {
    gl::Defines all = air;
    all.emplace_back("OBJECTS", gl::define_flag(has_surfaces));
    if (tints) all.emplace_back("TINTS", "1");
    if (before_ribbons) all.emplace_back("BEFORE_RIBBONS", "1");
    if (nearest_level) all.emplace_back("NEAREST_LEVEL", "1");
    return all;
}

gl::Defines variant_of(const SpriteLook& look) {
    return variant_of(look.has_objects, look.before_ribbons, look.nearest_level, look.tints, look.air);
}

/// Draws the list's particles if there is a list, else all that live.
void draw_through(const Shown& shown, const VertexPulling& vertices) {
    if (!shown.list) return vertices.indirect(*shown.living.pool, offsetof(shared::Pool, draw_vertices));
    shown.list->slots->bind_storage(shared::BIND_LIST_SLOTS);
    shown.list->state->bind_storage(shared::BIND_LIST_STATE);
    vertices.indirect(*shown.list->state, 0);
}

}  // namespace

TriangleRenderer::TriangleRenderer(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                   const VertexPulling& vertices)
    : vertices_(vertices),
      cut_sides_(facts.software ? octagon : 0),
      direct_(sprites_program(shaders, "render/sprites", cut_sides_, {})),
      mirrored_(sprites_program(shaders, "render/sprites: mirrored", cut_sides_, {{"REFLECTION", "1"}})),
      listed_(sprites_program(shaders, "render/sprites: listed", cut_sides_, {{"LISTED", "1"}})),
      listed_mirrored_(sprites_program(shaders, "render/sprites: listed, mirrored", cut_sides_,
                                       {{"LISTED", "1"}, {"REFLECTION", "1"}})),
      distortions_(sprites_program(shaders, "render/sprites: distortions", cut_sides_, {})),
      identities_(sprites_program(shaders, "render/sprites: identities", cut_sides_, {})),
      shade_(shaders, {"render/shade",
                       {{gl::ShaderStage::vertex, "render/sprites/shade.glsl#vertex"},
                        {gl::ShaderStage::fragment, "render/sprites/shade.glsl#fragment"}},
                       {}}) {}

void TriangleRenderer::load(const particles::ParticleView& living, const Pictures& pictures) {
    const gl::Defines variant = variant_of(pictures.has_surfaces, pictures.before_ribbons,
                                           pictures.nearest_level, living.program->tints, pictures.air);
    (pictures.listed ? listed_ : direct_).of(living, variant);
    if (pictures.mirrored) (pictures.listed ? listed_mirrored_ : mirrored_).of(living, variant);
    if (pictures.shaded) shade_.of(living);
}

const gl::Program& TriangleRenderer::distortion_of(const particles::ParticleView& living, bool has_objects) {
    gl::Defines defines = variant_of(has_objects, false, false, false, {});
    defines.emplace_back("DISTORTS", "1");
    return distortions_.of(living, defines);
}

void TriangleRenderer::draw_distortions(const particles::ParticleView& living, const SpriteLook& look) {
    const gl::Program& program = distortion_of(living, look.has_objects);
    set_blending(Blending::add);
    draw_all(program, living, look);
}

void TriangleRenderer::draw_identities(const particles::ParticleView& living, const SpriteLook& look) {
    gl::Defines defines = variant_of(look.has_objects, false, look.nearest_level, look.tints, {});
    defines.emplace_back("IDENTITY", "1");
    draw_all(identities_.of(living, defines), living, look);
}

/// Draws the sprites of all living particles, with the state that is set.
void TriangleRenderer::draw_all(const gl::Program& program, const particles::ParticleView& living,
                                const SpriteLook& look) {
    bind_drawn(living);
    const ClipDistances cut(cut_sides_);
    for_each_look({living, std::nullopt}, [&](const Shown& shown) {
        set_look(program, shown, look);
        program.use();
        draw_through(shown, vertices_);
    });
}

void TriangleRenderer::draw(const gl::Program& program, const Shown& shown, const SpriteLook& look) {
    bind_drawn(shown.living);
    set_look(program, shown, look);
    set_blending(look.tints ? Blending::tint : blending_of(look));
    program.use();
    const ClipDistances cut(cut_sides_);
    draw_through(shown, vertices_);
}

void TriangleRenderer::draw(const Shown& shown, const SpriteLook& look, const Target& /*frame*/) {
    const gl::Program& program = (shown.list ? listed_ : direct_).of(shown.living, variant_of(look));
    for_each_look(shown, [&](const Shown& one) { draw(program, one, look); });
}

void TriangleRenderer::draw_mirrored(const Shown& shown, const SpriteLook& look, const Target& /*mirror*/) {
    const gl::Program& program =
        (shown.list ? listed_mirrored_ : mirrored_).of(shown.living, variant_of(look));
    for_each_look(shown, [&](const Shown& one) { draw(program, one, look); });
}

void TriangleRenderer::draw_shade(const particles::ParticleView& living, const SpriteLook& look,
                                  const Target& map) {
    const gl::Program& program = shade_.of(living);
    bind_drawn(living);
    program.set("capacity", living.capacity);
    set_density(program, look.density);
    set_time(program, living, look.seconds);
    program.set("texels", static_cast<float>(map.size().width));
    set_blending(Blending::add);
    program.use();
    vertices_.indirect(*living.pool, offsetof(shared::Pool, draw_vertices));
}

void TriangleRenderer::draw_surfaces(const SurfaceView& view, const Target& target) {
    target.clear();
    if (view.objects.any()) view.objects.draw(view.light, view.plane, target, vertices_);
    if (view.solids.any()) view.solids.draw(view.light, target, vertices_);
}

void TriangleRenderer::draw_mirrored_surfaces(const SurfaceView& view, const Target& target) {
    target.clear(1);
    if (view.objects.any()) view.objects.draw_mirrored(view.light, view.plane, target, vertices_);
    if (view.solids.any()) view.solids.draw_mirrored(view.light, view.plane.height, target, vertices_);
}

}  // namespace winnow::render
