#include "render/scene_needs.h"

#include <algorithm>
#include <cmath>

#include "render/sprite_look.h"

namespace winnow::render {
namespace {

float largest_size_factor(const Scene& scene) {
    const float factor = size_factor(scene.density);
    return scene.living.program->has_singles ? std::max(factor, 1.0f) : factor;
}

}  // namespace

bool is_shaded(const Scene& scene) {
    return scene.shaded && scene.covers && casts_shadows(scene.scenery);
}

bool is_mirrored(const Scene& scene) {
    return scene.plane.enabled && !scene.transparent;
}

bool has_surfaces(const Scene& scene) {
    return scene.host || !scene.scenery.objects.empty() || scene.living.program->solids.any;
}

bool rasterises_surfaces(const Scene& scene) {
    if (!scene.host) return has_surfaces(scene);
    return scene.living.program->solids.any && casts_shadows(scene.scenery);
}

gl::Defines shadow_defines_of(const Scene& scene) {
    if (!scene.living.program->solids.any) return {};
    return SolidShadows{0, casting_lamps(scene.scenery)}.defines();
}

bool has_layer(const Scene& scene) {
    return scene.covers && scene.ribbons_cover && scene.living.program->has_ribbons;
}

bool is_background_first(const Scene& scene) {
    return scene.living.program->tints && !scene.transparent;
}

bool only_adds(const Scene& scene) {
    const effects::StackProgram& program = *scene.living.program;
    return !scene.covers && !program.has_ribbons && !program.distorts && !program.solids.any &&
           program.looks == 1 && scene.scenery.objects.empty() && !scene.order.frozen;
}

float brightest_of(const Scene& scene) {
    return brightest_light(scene.order.bounds.brightest_color, scene.density,
                           scene.living.program->has_singles);
}

std::size_t summed_at_once(std::span<const Scene> scenes) {
    constexpr float about = 16;  // of the 2^20 units of light of the brightest sprite
    const Scene& first = scenes.front();
    if (!only_adds(first)) return 1;
    const bool has_pictures = first.living.program->has_pictures;  // which are looked up at the end
    float least = brightest_of(first), greatest = least;
    std::size_t count = 1;
    for (; count < scenes.size(); ++count) {
        const Scene& next = scenes[count];
        const float brightest = brightest_of(next);
        least = std::min(least, brightest);
        greatest = std::max(greatest, brightest);
        if (!only_adds(next) || next.living.program->has_pictures != has_pictures ||
            (has_pictures && next.living.files != first.living.files) || !(greatest <= about * least))
            break;
    }
    return count;
}

Sight sight_of(const Scene& scene, gl::Size frame) {
    return scene.host ? scene.host->view.sight : scene.camera.sight(frame);
}

ShadowView shadow_view_of(const Sight& sight) {
    const glm::mat4& projection = sight.projection;
    const glm::vec2 sides((1 + std::abs(projection[2][0])) / projection[0][0],
                          (1 + std::abs(projection[2][1])) / projection[1][1]);
    return {sight.eye, sight.forward, 0.25f * sight.distance, glm::length(sides)};
}

ListRequest listing_of(const Scene& scene) {
    const DrawOrder& order = scene.order;
    ListRequest listing;
    listing.culls = order.culls;
    listing.sorts = order.sorts;
    listing.key_bits = order.key_bits;
    listing.order_bits = scene.living.program->order_bits;
    listing.looks = scene.living.program->looks;
    listing.sort_every = order.sort_every;
    listing.step = order.step;
    listing.bounds = order.bounds;
    listing.size_factor = largest_size_factor(scene);
    listing.is_mirrored = scene.plane.enabled;
    listing.plane_height = scene.plane.height;
    return listing;
}

float mirror_fading_of(effects::Ground ground) {
    constexpr float usual_height = 1.1f;  // metres at which 1/e of the light is left
    return ground == effects::Ground::water ? 0 : 1 / usual_height;
}

bool is_rough(effects::Ground ground) {
    return ground == effects::Ground::sand || ground == effects::Ground::studio ||
           ground == effects::Ground::plain;
}

}  // namespace winnow::render
