#include "measure/draw_atomics.h"

#include <fmt/format.h>

#include <cstddef>

#include "gl/fence.h"
#include "render/light_tiles.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

gl::Buffer make_sums(const gl::Facts& facts, gl::Size frame) {
    const std::uint64_t bytes = render::LightTiles::sum_bytes(render::LightTiles::View::direct, frame);
    gl::check_fits(facts, fmt::format("the sums of {}x{} pixels", frame.width, frame.height), bytes, bytes);
    gl::Buffer sums = gl::fastest_gl_memory(facts)->allocate(bytes, "bench: sums");
    sums.fill(0);
    return sums;
}

}  // namespace

DrawAtomics::DrawAtomics(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Size frame)
    : sums_(make_sums(facts, frame)) {
    const gl::Defines defines{
        {"CHANNELS", gl::define_number(render::LightTiles::channels_of(render::LightTiles::View::direct))}};
    add_ = {shaders,
            {"measure/draw_atomics.comp", {{gl::Stage::compute, "measure/draw_atomics.comp"}}, defines}};
    resolve_ = shaders.load_compute("render/tiles/light_resolve.comp", defines);
}

void DrawAtomics::draw(const particles::ParticleView& living, const render::SpriteLook& look,
                       const render::Target& target) {
    const gl::Size size = target.size();
    render::bind_drawn(living);
    sums_.bind_storage(shared::BIND_TILE_SUMS);
    const gl::Program& add = add_.of(living);
    render::set_look(add, living, look, 1);
    add.set("brightest", look.brightest);
    add.set("frame_size", glm::vec2(size.width, size.height));
    add.dispatch_indirect(*living.pool, offsetof(shared::Pool, groups_x));
    gl::storage_barrier();
    target.bind_image(shared::IMAGE_FRAME);
    resolve_.set("unit", look.brightest / static_cast<float>(shared::LIGHT_UNITS));
    resolve_.dispatch(gl::Groups::over(render::pixels_of(size), shared::TILE_THREADS));
    gl::drawing_barrier();
}

}  // namespace winnow::measure
