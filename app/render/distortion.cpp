#include "render/distortion.h"

#include "shaders/shared.h"

namespace winnow::render {

Distortion::Distortion(gl::ShaderLibrary& shaders, gl::Passes& passes)
    : shaders_(shaders),
      passes_(passes),
      pass_(passes.declare("distortion", "bends what is seen through particles", gl::Work::draw)) {}

void Distortion::draw(const particles::ParticleView& living, const SpriteLook& look,
                      TriangleRenderer& triangles, const Target* depths, Target& frame) {
    if (!living.program->distorts) {
        offsets_ = {};
        unbent_ = {};
        return passes_.forget(pass_);
    }
    const gl::PassScope scope(passes_, pass_);
    if (offsets_.size() != frame.size()) {
        offsets_ = Target(frame.size(), Format::hdr, "distortions");
        unbent_ = Target(frame.size(), Format::hdr, "frame before it is distorted");
    }
    if (depths) depths->bind_depth_texture(shared::TEXTURE_DEPTH);
    offsets_.bind();
    offsets_.clear();
    triangles.draw_distortions(living, look);
    frame.copy_to(unbent_);
    unbent_.bind_texture(shared::TEXTURE_FRAME);
    offsets_.bind_texture(shared::TEXTURE_DISTORTIONS);
    if (!bend_) bend_ = shaders_.load(filter_source("render/frame/distort.comp", Format::hdr));
    bend_->set("has_objects", depths ? 1 : 0);
    run_on_each_pixel(*bend_, frame);
}

}  // namespace winnow::render
