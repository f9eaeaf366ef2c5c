#include "render/identity_pass.h"

#include "gl/fence.h"
#include "render/drawing.h"
#include "render/sprite_look.h"
#include "shaders/shared.h"

namespace winnow::render {

IdentityPass::IdentityPass(gl::ShaderLibrary& shaders, gl::Passes& passes)
    : shaders_(shaders),
      passes_(passes),
      pass_(passes.declare("identity", "the particle that each pixel shows", gl::Work::draw)) {}

void IdentityPass::begin(gl::Size size) {
    if (claims_.size() != size) {
        claims_ = {};
        claims_ = Target(size, Format::claim, "claims", DepthKind::kept);
    }
    claims_.clear_claims();
}

void IdentityPass::bind() const {
    claims_.bind();
    set_claiming();
}

const Target& IdentityPass::first_depths(const glm::mat4& to_clip) {
    if (!first_depth_)
        first_depth_ = shaders_.load(filter_source("render/identity/first_depth.comp", Format::number));
    if (first_depths_.size() != claims_.size())
        first_depths_ = Target(claims_.size(), Format::number, "first depths");
    const glm::vec4 to_depth(to_clip[2].z, to_clip[3].z, to_clip[2].w, to_clip[3].w);
    const auto depth_at = [&](float metres) {
        return (to_depth.y - to_depth.x * metres) / (to_depth.w - to_depth.z * metres);
    };
    first_depth_->set("to_depth", to_depth);
    first_depth_->set("farthest", depth_at(1) < depth_at(2) ? 1.0f : 0.0f);
    claims_.bind_texture(shared::TEXTURE_FRAME);
    run_on_each_pixel(*first_depth_, first_depths_);
    return first_depths_;
}

std::vector<shared::PixelParticle> IdentityPass::particles(const particles::ParticleView& living,
                                                           double step_seconds, const glm::mat4& before,
                                                           double frame_seconds) {
    if (!pixels_) pixels_ = shaders_.load_compute("render/identity/pixels.comp");
    const auto [width, height] = claims_.size();
    const std::uint64_t count = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
    if (const std::uint64_t bytes = count * sizeof(shared::PixelParticle); described_.bytes() != bytes)
        described_ = gl::plain_memory()->allocate(bytes, "particles of pixels");
    bind_drawn(living);
    described_.bind_storage(shared::BIND_PIXEL_PARTICLES);
    claims_.bind_texture(shared::TEXTURE_FRAME);
    pixels_->set("seen_before", before);
    pixels_->set("seconds_behind", static_cast<float>(living.behind * step_seconds));
    pixels_->set("frame_seconds", static_cast<float>(frame_seconds));
    const auto groups = [](int pixels) {
        return (static_cast<std::uint32_t>(pixels) + shared::FILTER_SIDE - 1) / shared::FILTER_SIDE;
    };
    pixels_->dispatch({groups(width), groups(height)});
    gl::all_barriers();
    return staging_.read_all<shared::PixelParticle>(described_, count);
}

}  // namespace winnow::render
