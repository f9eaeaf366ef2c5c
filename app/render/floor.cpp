#include "render/floor.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/lighting.h"
#include "shaders/render/surfaces/scenery.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

constexpr float nearest_haze =
    3;  // metres; the ground's haze begins at the camera's distance, but not nearer

gl::ProgramSource floor_source(const char* label, gl::Defines defines) {
    gl::ProgramSource source = filter_source("render/surfaces/floor.comp", Format::hdr);
    source.label = label;
    source.defines.insert(source.defines.end(), defines.begin(), defines.end());
    return source;
}

effects::Ground ground_of(const Scene& scene) {
    return scene.plane.enabled ? scene.scenery.ground : effects::Ground::none;
}

std::uint32_t sky_of(const effects::Scenery& scenery) {
    if (!scenery.sky_picture.file.empty()) return shared::SKY_PICTURE;
    return scenery.gradient.empty() ? static_cast<std::uint32_t>(scenery.sky) : shared::SKY_GRADIENT;
}

gl::Defines variant_of(const Scene& scene, effects::Ground ground, const ObjectLight& light,
                       bool has_objects) {
    gl::Defines variant = light.defines();
    for (const auto& define : sky_defines_of(scene.scenery)) variant.push_back(define);
    variant.emplace_back("GROUND", gl::define_number(static_cast<std::uint32_t>(ground)));
    variant.emplace_back("SKY", gl::define_number(sky_of(scene.scenery)));
    variant.emplace_back("GRID", gl::define_flag(scene.grid || scene.scenery.grid > 0));
    variant.emplace_back("OBJECTS", gl::define_flag(has_objects));
    return variant;
}

/// Returns the variants that draw sky and ground, either with objects or smaller, for the stars and objects
/// to follow.
Floor::Variants variants_of(const Scene& scene, const ObjectLight& light, bool has_objects, bool smaller) {
    Floor::Variants variants{variant_of(scene, ground_of(scene), light, has_objects && !smaller),
                             variant_of(scene, effects::Ground::none, light, has_objects && !smaller)};
    if (smaller)
        for (gl::Defines* variant : {&variants.whole, &variants.sky})
            variant->emplace_back("STARS_LATER", "1");
    return variants;
}

/// Returns the first row of the frame that is wholly above the horizon, a multiple of a work group's side.
int first_row_of_sky(const Scene& scene, gl::Size frame) {
    constexpr auto side = static_cast<float>(shared::FILTER_SIDE);
    const float row = scene.camera.horizon(frame) * static_cast<float>(frame.height);
    const float groups = std::ceil(std::clamp(row, 0.0f, static_cast<float>(frame.height)) / side);
    return std::min(static_cast<int>(groups * side), frame.height);
}

}  // namespace

Floor::Floor(const gl::Facts& facts, gl::ShaderLibrary& shaders)
    : facts_(facts),
      whole_(shaders, floor_source("render/surfaces/floor.comp", {})),
      sky_(shaders, floor_source("render/surfaces/floor.comp: sky", {{"FIRST_ROW", "first_row"}})),
      enlarge_(shaders,
               floor_source("render/surfaces/floor.comp: enlarged", {{"BACKGROUND_IS_DRAWN", "1"}})) {}

void Floor::load(const Scene& scene, const ObjectLight& light, bool has_objects, bool smaller) {
    const Variants variants = variants_of(scene, light, has_objects, smaller);
    whole_.of(variants.whole);
    if (facts_.software) sky_.of(variants.sky);
    if (smaller) enlarge_.of(variant_of(scene, ground_of(scene), light, has_objects));
}

void Floor::draw(const Scene& scene, const ObjectLight& light, bool has_objects, const Target& frame,
                 const Target& smaller) {
    const Variants variants = variants_of(scene, light, has_objects, !smaller.empty());
    if (smaller.empty()) return draw_background(variants, scene, light, frame);
    if (!scene.transparent) draw_background(variants, scene, light, smaller);
    smaller.bind_texture(shared::TEXTURE_FRAME);
    const gl::Program& enlarge = enlarge_.of(variant_of(scene, ground_of(scene), light, has_objects));
    draw_rows(enlarge, scene, light, frame, {0, frame.size().height});
}

void Floor::draw_background(const Variants& variants, const Scene& scene, const ObjectLight& light,
                            const Target& target) {
    const gl::Program& whole = whole_.of(variants.whole);
    const int height = target.size().height;
    const bool has_ground = ground_of(scene) != effects::Ground::none;
    const int ground_rows = facts_.software && has_ground ? first_row_of_sky(scene, target.size()) : height;
    draw_rows(whole, scene, light, target, {0, ground_rows});
    if (ground_rows == height) return;
    const gl::Program& sky = sky_.of(variants.sky);
    sky.set("first_row", ground_rows);
    draw_rows(sky, scene, light, target, {ground_rows, height});
}

void Floor::draw_rows(const gl::Program& program, const Scene& scene, const ObjectLight& light,
                      const Target& frame, Rows rows) {
    light.set(program);
    program.set("is_transparent", scene.transparent ? 1 : 0);
    program.set("plane_height", scene.plane.height);
    const float distance = std::max(nearest_haze, scene.camera.pose().distance);
    program.set("clear_from", 0.8f * distance);
    program.set("clear_length", 1.1f * distance);
    run_on_each_pixel(program, frame, rows);
}

}  // namespace winnow::render
