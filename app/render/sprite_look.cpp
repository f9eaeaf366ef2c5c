#include "render/sprite_look.h"

#include <algorithm>
#include <cmath>

#include "shaders/shared.h"

namespace winnow::render {
namespace {

float light_share(float density) {
    constexpr float max_light = 16;
    return std::min(max_light, 1 / density);
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
float brightest_light(float color, float density, bool has_singles) {
    const float rarity = shared::GLINT_RARITY;
    const float brightest_glint = 1 / (rarity * std::log((1 + rarity) / rarity));  // sprite.glsl's glint()
    return std::max(1e-6f, color) * max_shade(density, has_singles) * brightest_glint;
}

float max_shade(float density, bool has_singles) {
    const float size = size_factor(density), share = light_share(density) / (size * size);
    return has_singles ? std::max(share, 1.0f) : share;
}

void bind_drawn(const particles::ParticleView& living) {
    for (std::uint32_t c = 0; c < living.columns.size(); ++c)
        living.columns[c]->bind_storage(shared::BIND_SOURCE + c);
    living.pool->bind_storage(shared::BIND_SOURCE_POOL);
    particles::bind_rows(*living.table);
    if (living.files == nullptr) return;
    living.files->bind(shared::TEXTURE_FILES);
    living.files->bind_words(shared::TEXTURE_PICTURES);
}

void set_time(const gl::Program& program, const particles::ParticleView& living, double seconds) {
    program.set("effect_time", static_cast<float>(seconds));
    program.set("effect_step", glm::uvec2(living.step, living.step >> 32));
    program.set("behind", living.behind);
    program.set("drawn_layers", living.layers);
}

/// Sets the uniforms of the look. A particle's light is its size squared times its brightness; size and
/// brightness each compensate one half of the density.
void set_look(const gl::Program& program, const particles::ParticleView& living, const SpriteLook& look,
              std::uint32_t every) {
    program.set("capacity", living.capacity);
    set_time(program, living, look.seconds);
    program.set("every", every);
    look.light.set(program);
    program.set("glints", std::max(0.0f, 1 - std::sqrt(std::sqrt(light_share(look.density)))));
    set_light(program, look);
}

void set_look(const gl::Program& program, const Shown& shown, const SpriteLook& look) {
    set_look(program, shown.living, look, shown.every);
    const bool has_looks = shown.list && shown.list->has_looks;
    program.set("layer", has_looks ? shared::MAX_LOOKS : shown.look);
}

void set_density(const gl::Program& program, float density) {
    program.set("light_share", light_share(density));
    program.set("size_factor", size_factor(density));
}

void set_light(const gl::Program& program, const SpriteLook& look) {
    set_density(program, look.density);
    program.set("has_objects", look.has_objects ? 1 : 0);
    program.set("plane_height", height_of(look.plane));
    program.set("mirror_fading", look.mirror_fading);
}

}  // namespace winnow::render
