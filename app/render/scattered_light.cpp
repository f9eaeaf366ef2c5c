#include "render/scattered_light.h"

#include <glm/glm.hpp>

#include <cstddef>
#include <string>

#include "gl/fence.h"
#include "render/lighting.h"
#include "shaders/render/lighting/lighting.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr std::uint32_t scatter_cells = shared::SCATTER_SIDE * shared::SCATTER_SIDE * shared::SCATTER_SIDE;
constexpr std::uint32_t directions = 6;

gl::ProgramSource source_of(const char* section) {
    const std::string path = std::string("render/lighting/scattered_light.comp#") + section;
    return {path, {{gl::ShaderStage::compute, path}}, {}};
}

}  // namespace

ScatteredLight::Held::Held(gl::ShaderLibrary& shaders)
    : cells(gl::plain_memory()->allocate(scatter_cells * sizeof(glm::uvec4), "scattered light: cells")),
      carried(gl::plain_memory()->allocate(directions * scatter_cells * sizeof(glm::vec4),
                                           "scattered light: carried")),
      light(shared::SCATTER_SIDE, "scattered light"),
      sum(shaders.load(source_of("sum"))) {}

ScatteredLight::ScatteredLight(gl::ShaderLibrary& shaders, gl::Passes& passes)
    : shaders_(shaders),
      passes_(passes),
      pass_(passes.declare("scattered light", "light that particles weaken and give each other",
                           gl::Work::compute)),
      gather_(shaders, source_of("gather")),
      carry_(shaders, source_of("carry")) {}

void ScatteredLight::load(const particles::ParticleView& living, const effects::Scenery& scenery) {
    if (!scenery.scattered_light) return;
    if (!held_) held_ = std::make_unique<Held>(shaders_);
    gather_.of(living);
    carry_.of(defines_of(scenery));
}

void ScatteredLight::gather(const particles::ParticleView& living, const effects::Scenery& scenery,
                            const SpriteLook& look) {
    if (!scenery.scattered_light) {
        held_.reset();
        passes_.forget(pass_);
        return;
    }
    load(living, scenery);
    const gl::PassScope scope(passes_, pass_);
    held_->cells.fill(0);
    bind_drawn(living);
    held_->cells.bind_storage(shared::BIND_SCATTER_CELLS);
    held_->carried.bind_storage(shared::BIND_SCATTER_CARRIED);
    held_->light.bind_image(shared::IMAGE_SCATTERED);
    const gl::Program& gathers = gather_.of(living);
    set_look(gathers, living, look, 1);
    gathers.dispatch_indirect(*living.pool, offsetof(shared::Pool, groups_x));
    gl::storage_barrier();
    carry_.of(defines_of(scenery)).dispatch({directions});
    gl::storage_barrier();
    held_->sum.dispatch(gl::Groups::over(scatter_cells, shared::PARTICLE_THREADS));
    gl::texture_barrier();
    held_->light.bind(shared::TEXTURE_SCATTERED);
}

std::uint64_t ScatteredLight::memory_bytes() const {
    constexpr std::uint64_t half_float_colour = 8;
    if (!held_) return 0;
    return held_->cells.bytes() + held_->carried.bytes() + scatter_cells * half_float_colour;
}

}  // namespace winnow::render
