#include "render/post_processing.h"

#include <utility>

#include "render/exposure.h"
#include "render/renderer.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr float bloom_share = 0.66f;
constexpr int bloom_levels = 6;

bool is_bloomed(const Scene& scene) {
    return scene.bloom && scene.bloom_strength > 0 && !scene.transparent;
}

bool is_graded(const Scene& scene) {
    return scene.grading != effects::Grading() && !scene.transparent;
}

}  // namespace

PostProcessing::PostProcessing(gl::ShaderLibrary& shaders, gl::Passes& passes, const Blur& blur)
    : shaders_(shaders),
      passes_(passes),
      blur_(blur),
      bloom_pass_(passes.declare("bloom", "light that spreads around bright places", gl::Work::draw)),
      tone_map_pass_(passes.declare("tone map", "exposure, tone curve, sRGB, dither", gl::Work::draw)),
      tone_map_(shaders, filter_source("render/frame/tone_map.comp", Format::shown)) {}

void PostProcessing::load(const Scene& scene, const PostCosts& costs, bool has_surfaces) {
    tone_map_of(scene, costs, has_surfaces);
}

void PostProcessing::prepare(gl::Size frame, int supersample, const PostCosts& costs) {
    const gl::Size shown = reduced(frame, supersample);
    Targets targets{
        {},
        supersample > 1 ? Target(shown, Format::hdr, "averaged HDR frame") : Target(),
        Pyramid(reduced(shown, costs.bloom_factor), bloom_levels, Format::hdr, "bloom"),
        {},
    };
    targets_ = std::move(targets);
}

void PostProcessing::gather(const Target& hdr, std::size_t nth, std::size_t count) {
    if (count == 1) {
        targets_.gathered = {};
        return;
    }
    if (targets_.gathered.empty()) targets_.gathered = Target(hdr.size(), Format::hdr, "mean of HDR frames");
    if (nth == 0) targets_.gathered.clear();
    if (!gather_program_)
        gather_program_ = shaders_.load(filter_source("render/frame/gather.comp", Format::hdr));
    gather_program_->set("share", 1 / static_cast<float>(nth + 1));
    hdr.bind_texture(shared::TEXTURE_FRAME);
    run_on_each_pixel(*gather_program_, targets_.gathered);
}

void PostProcessing::reduce_for_bloom(const Target& hdr) const {
    const bool is_averaged = !targets_.averaged.empty();
    if (is_averaged) blur_.reduce(lit(hdr), targets_.averaged);
    blur_.reduce(is_averaged ? targets_.averaged : lit(hdr), targets_.bloom.result());
}

void PostProcessing::draw_bloom(const Target& hdr) const {
    const gl::PassScope scope(passes_, bloom_pass_);
    reduce_for_bloom(hdr);
    blur_.spread(targets_.bloom, bloom_share);
}

/// The pyramid of the bloom is free once the frame is tone mapped.
float PostProcessing::metered(const Target& hdr) const {
    reduce_for_bloom(hdr);
    blur_.spread(targets_.bloom, 0);
    return metered_factor(targets_.bloom.levels.back().read_light());
}

/// A frame that is averaged or gathered is smooth without smoothing its edges.
const gl::Program& PostProcessing::tone_map_of(const Scene& scene, const PostCosts& costs,
                                               bool has_surfaces) {
    const bool smooths =
        costs.smooth_edges && has_surfaces && scene.supersample == 1 && targets_.gathered.empty();
    return tone_map_.of({{"EDGES", gl::define_flag(smooths)}, {"GRADED", gl::define_flag(is_graded(scene))}});
}

void PostProcessing::tone_map(const Scene& scene, const PostCosts& costs, const Target& hdr,
                              const Target* surfaces, const TargetImage* image, gl::Size window) {
    const gl::PassScope scope(passes_, tone_map_pass_);
    if (image == nullptr && targets_.shown.empty())
        targets_.shown = Target(hdr.size(), Format::shown, "window");
    const Target& shown = image != nullptr ? image->target() : targets_.shown;
    lit(hdr).bind_texture(shared::TEXTURE_FRAME);
    targets_.bloom.result().bind_texture(shared::TEXTURE_BLOOM);
    if (surfaces != nullptr) surfaces->bind_depth_texture(shared::TEXTURE_DEPTH);
    const gl::Program& program = tone_map_of(scene, costs, surfaces != nullptr);
    program.set("is_transparent", scene.transparent ? 1 : 0);
    program.set("exposure", scene.exposure);
    program.set("bloom_strength", is_bloomed(scene) ? scene.bloom_strength : 0.0f);
    program.set("vignette", scene.transparent ? 0.0f : scene.vignette);
    if (is_graded(scene)) {
        program.set("tint", scene.grading.tint);
        program.set("saturation", scene.grading.saturation);
        program.set("contrast", scene.grading.contrast);
    }
    run_on_each_pixel(program, shown);
    if (image != nullptr) return;
    shown.show(window);
    bind_window(window);
}

void PostProcessing::show(const Scene& scene, const PostCosts& costs, const Target& hdr,
                          const Target* surfaces, const TargetImage* image, gl::Size window) {
    if (is_bloomed(scene))
        draw_bloom(hdr);
    else
        passes_.forget(bloom_pass_);
    tone_map(scene, costs, hdr, surfaces, image, window);
}

}  // namespace winnow::render
