#include "render/sprite_look.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gl/fence.h"
#include "render/drawing.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

LookProgram sprites_program(gl::ShaderLibrary& shaders, std::string label, std::uint32_t cut_sides,
                            gl::Defines defines) {
    if (cut_sides > 0) defines.emplace_back("CUT_SIDES", gl::define_number(cut_sides));
    return {shaders,
            {std::move(label),
             {{gl::Stage::vertex, "render/sprites.vert"}, {gl::Stage::fragment, "render/sprites.frag"}},
             std::move(defines)}};
}

constexpr std::uint32_t octagon = 8;  // sides, as shaders/render/sprites.vert cuts triangles

/// Returns the defines of a frame's variant; `frame` has Pictures or SpriteLook.
gl::Defines variant_of(const auto& frame) {
    gl::Defines all{{"OBJECTS", gl::define_flag(frame.has_objects)}};
    if (frame.before_ribbons) all.emplace_back("BEFORE_RIBBONS", "1");
    if (frame.nearest_level) all.emplace_back("NEAREST_LEVEL", "1");
    return all;
}

float light_share(float density) {
    constexpr float most_light = 16;
    return std::min(most_light, 1 / density);
}

/// Draws the list's particles if there is a list, else all that live.
void draw_through(const particles::Living& living, const std::optional<Listed>& list,
                  const VertexPulling& vertices) {
    if (!list) return vertices.indirect(*living.pool, offsetof(shared::Pool, draw_vertices));
    list->slots->bind_storage(shared::BIND_LIST_SLOTS);
    list->state->bind_storage(shared::BIND_LIST_STATE);
    vertices.indirect(*list->state, 0);
}

}  // namespace

Blending blending_of(const SpriteLook& look) {
    return look.covers ? Blending::cover : Blending::add;
}

float size_factor(float density) {
    return std::sqrt(std::sqrt(light_share(density)));
}

/// A sprite of its emitter's size has its colour's light, times its share and its glint. A smaller one has
/// more, by the square of the size.
float brightest_light(float color, float density) {
    const float rarity = shared::GLINT_RARITY;
    const float brightest_glint = 1 / (rarity * std::log((1 + rarity) / rarity));  // sprite.glsl's glint()
    const float size = size_factor(density);
    return std::max(1e-6f, color) * light_share(density) / (size * size) * brightest_glint;
}

float most_shade(float density) {
    const float size = size_factor(density);
    return light_share(density) / (size * size);
}

void bind_drawn(const particles::Living& living) {
    for (std::uint32_t c = 0; c < living.columns.size(); ++c)
        living.columns[c]->bind_storage(shared::BIND_SOURCE + c);
    living.pool->bind_storage(shared::BIND_SOURCE_POOL);
    living.table->bind_storage(shared::BIND_EMITTERS);
    if (living.files == nullptr) return;
    living.files->bind(shared::TEXTURE_FILES);
    living.files->bind_words(shared::TEXTURE_PICTURES);
}

void set_time(const gl::Program& program, const particles::Living& living, double seconds) {
    program.set("effect_time", static_cast<float>(seconds));
    program.set("effect_step", glm::uvec2(living.step, living.step >> 32));
}

/// Sets the uniforms of the look. A particle's light is its size squared times its brightness; size and
/// brightness each compensate one half of the density.
void set_look(const gl::Program& program, const particles::Living& living, const SpriteLook& look,
              std::uint32_t every) {
    program.set("capacity", living.capacity);
    set_time(program, living, look.seconds);
    program.set("every", every);
    look.light.set(program);
    program.set("glints", std::max(0.0f, 1 - std::sqrt(std::sqrt(light_share(look.density)))));
    set_light(program, look);
}

void set_light(const gl::Program& program, const SpriteLook& look) {
    program.set("light_share", light_share(look.density));
    program.set("size_factor", size_factor(look.density));
    program.set("has_objects", look.has_objects ? 1 : 0);
    program.set("plane_height", height_of(look.plane));
}

Sprites::Sprites(const gl::Facts& facts, gl::ShaderLibrary& shaders)
    : cut_sides_(facts.software ? octagon : 0),
      direct_(sprites_program(shaders, "render/sprites", cut_sides_, {})),
      mirrored_(sprites_program(shaders, "render/sprites: mirrored", cut_sides_, {{"REFLECTION", "1"}})),
      listed_(sprites_program(shaders, "render/sprites: listed", cut_sides_, {{"LISTED", "1"}})),
      listed_mirrored_(sprites_program(shaders, "render/sprites: listed, mirrored", cut_sides_,
                                       {{"LISTED", "1"}, {"REFLECTION", "1"}})),
      shade_(shaders, {"render/shade",
                       {{gl::Stage::vertex, "render/shade.vert"}, {gl::Stage::fragment, "render/shade.frag"}},
                       {}}) {}

void Sprites::load(const particles::Living& living, const Pictures& pictures) {
    const gl::Defines objects = variant_of(pictures);
    (pictures.listed ? listed_ : direct_).of(living, objects);
    if (pictures.mirrored) (pictures.listed ? listed_mirrored_ : mirrored_).of(living, objects);
    if (pictures.shaded) shade_.of(living);
}

void Sprites::draw(const particles::Living& living, const std::optional<Listed>& list, const SpriteLook& look,
                   const VertexPulling& vertices) {
    const gl::Program& program = (list ? listed_ : direct_).of(living, variant_of(look));
    bind_drawn(living);
    set_look(program, living, look, 1);
    set_blending(blending_of(look));
    program.use();
    const ClipDistances cut(cut_sides_);
    draw_through(living, list, vertices);
}

void Sprites::draw_reflection(const particles::Living& living, const std::optional<Listed>& list,
                              const SpriteLook& look, std::uint32_t every, const VertexPulling& vertices) {
    const gl::Program& program = (list ? listed_mirrored_ : mirrored_).of(living, variant_of(look));
    bind_drawn(living);
    set_look(program, living, look, every);
    set_blending(blending_of(look));
    program.use();
    const ClipDistances cut(cut_sides_);
    draw_through(living, list, vertices);
}

void Sprites::draw_shade(const particles::Living& living, const SpriteLook& look, int texels,
                         const VertexPulling& vertices) {
    const gl::Program& program = shade_.of(living);
    bind_drawn(living);
    program.set("capacity", living.capacity);
    program.set("light_share", light_share(look.density));
    program.set("size_factor", size_factor(look.density));
    set_time(program, living, look.seconds);
    program.set("texels", static_cast<float>(texels));
    set_blending(Blending::add);
    program.use();
    vertices.indirect(*living.pool, offsetof(shared::Pool, draw_vertices));
}

}  // namespace winnow::render
