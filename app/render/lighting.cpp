#include "render/lighting.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "shaders/shared.h"

namespace winnow::render {
namespace {

/// The colours of a sky; shaders/render/surfaces/sky.glsl says how they follow each other.
struct SkyColours {
    glm::vec3 zenith, horizon, nadir;
    /// The share of the horizon in the mean over the upper half, each part as much as it lights level ground.
    float horizon_share = 0;
};

SkyColours colours_of(const effects::Scenery& scenery) {
    constexpr glm::vec3 wall(0.100f, 0.103f, 0.110f), wall_above(0.018f, 0.019f, 0.022f);
    constexpr glm::vec3 night_horizon(0.0085f, 0.0135f, 0.0225f);
    switch (scenery.sky) {
        case effects::Sky::dusk:
            break;
        case effects::Sky::night:
            return {{0.0022f, 0.0030f, 0.0068f}, night_horizon, night_horizon, 0.081f};
        case effects::Sky::studio:  // the wall is lit by the lamp
            return {wall_above * scenery.lamp, wall * scenery.lamp, wall * scenery.lamp, 0.154f};
        case effects::Sky::black:
            return {glm::vec3(0), glm::vec3(0), glm::vec3(0)};
    }
    return {{0.0050f, 0.0058f, 0.0105f}, {0.0165f, 0.0195f, 0.034f}, {0.0040f, 0.0044f, 0.0066f}, 0.106f};
}

/// The largest size of a lamp whose shadows are drawn with sharp edges, in degrees: that takes half the time.
constexpr float sharpest = 0.1f;

bool has_soft_shadows(const effects::Lamp& lamp) {
    return lamp.shadows && lamp.size > sharpest;
}

shared::vec4 row_of(const glm::vec3& v, float w = 0) {
    return {v.x, v.y, v.z, w};
}

/// Returns the colour of a scenery's gradient so many degrees above the horizon. Precondition: it has one.
glm::vec3 gradient_at(const std::vector<effects::SkyStop>& stops, float at) {
    const auto light = [](const effects::SkyStop& stop) { return stop.colour * stop.brightness; };
    const auto above =
        std::ranges::find_if(stops, [&](const effects::SkyStop& stop) { return stop.at > at; });
    if (above == stops.begin()) return light(stops.front());
    if (above == stops.end()) return light(stops.back());
    const effects::SkyStop& below = *(above - 1);
    return glm::mix(light(below), light(*above), (at - below.at) / (above->at - below.at));
}

/// Returns the mean over the half of a gradient that lies above or below the horizon (`side` 1 or -1), each
/// part as much as it lights level ground.
glm::vec3 mean_of_half(const std::vector<effects::SkyStop>& stops, float side) {
    constexpr int parts = 32;
    glm::vec3 sum(0);
    for (int i = 0; i < parts; ++i) {
        const float sine = std::sqrt((static_cast<float>(i) + 0.5f) / parts);  // parts of equal weight
        sum += gradient_at(stops, side * glm::degrees(std::asin(sine)));
    }
    return sum / static_cast<float>(parts);
}

bool is_lit_by_picture(const effects::Scenery& scenery) {
    return scenery.sky_light == effects::SkyLight::sky && !scenery.sky_picture.file.empty();
}

/// True if the ground mirrors the sky behind what else it mirrors.
bool mirrors_sky(const effects::Scenery& scenery) {
    return !scenery.sky_picture.file.empty() || scenery.ground == effects::Ground::water;
}

/// Returns the light from all around on a surface that faces up and on one that faces down.
std::pair<glm::vec3, glm::vec3> light_around(const effects::Scenery& scenery, const SkyColours& sky,
                                             const LightOfPictures& pictures) {
    constexpr glm::vec3 usual_light(0.10f, 0.14f, 0.23f);  // from above
    const float factor = scenery.ambient * scenery.lamp;
    if (scenery.sky_light == effects::SkyLight::usual) return {usual_light * factor, glm::vec3(0)};
    if (is_lit_by_picture(scenery)) {
        const float share = factor * scenery.sky_picture.brightness;
        return {effects::light_from(pictures.sky, {0, 1, 0}) * share,
                effects::light_from(pictures.sky, {0, -1, 0}) * share};
    }
    if (!scenery.gradient.empty())
        return {mean_of_half(scenery.gradient, 1) * factor, mean_of_half(scenery.gradient, -1) * factor};
    return {glm::mix(sky.zenith, sky.horizon, sky.horizon_share) * factor, sky.nadir * factor};
}

/// Sets what is seen of the sky, the air and the ground. `others` is the light of the lamps but the first.
void set_air(shared::Lighting& block, const effects::Scenery& scenery, const glm::vec3& around,
             const glm::vec3& first, const glm::vec3& others, double seconds) {
    constexpr float cloud_octaves = 5;
    constexpr double longest_drift = 4096;  // heights, after which clouds begin anew
    constexpr float isotropic = 0.25f;      // of the light on what faces a lamp, seen from each direction
    block.stops = static_cast<shared::uint>(scenery.gradient.size());
    for (std::size_t i = 0; i < scenery.gradient.size(); ++i)
        block.stop[i] = row_of(gradient_at(scenery.gradient, scenery.gradient[i].at),
                               glm::radians(scenery.gradient[i].at));
    const effects::Lamp lamp = lamps_of(scenery).front();
    block.sun = row_of(lamp.colour * scenery.sun, scenery.stars);
    const effects::Clouds& clouds = scenery.clouds;
    block.clouds = row_of(clouds.colour * (around + isotropic * others), clouds.cover);
    block.clouds_lit = row_of(clouds.colour * isotropic * first,
                              static_cast<float>(std::remainder(seconds * clouds.speed, longest_drift)));
    const effects::Fog& fog = scenery.fog;
    block.fog = row_of(fog.colour * (around + isotropic * others), fog.density);
    block.fog_lit = row_of(fog.colour * isotropic * first, fog.forward);
    block.fog_shape = {fog.base, fog.thickness > 0 ? 1 / fog.thickness : 0, 1 / clouds.size, cloud_octaves};
    block.ground = row_of(scenery.ground_colour, scenery.ground_mirror);
    block.grid = row_of(scenery.grid_colour, scenery.grid);
}

/// Sets what belongs to the pictures and to water.
void set_pictures(shared::Lighting& block, const effects::Scenery& scenery, const LightOfPictures& pictures,
                  double seconds) {
    constexpr float wave_octaves = 4;
    constexpr double longest_waves = 4096;  // seconds, after which waves begin anew
    const effects::SkyPicture& sky = scenery.sky_picture;
    const float angle = glm::radians(sky.turn), factor = sky.brightness * scenery.ambient * scenery.lamp;
    for (std::size_t i = 0; i < pictures.sky.size(); ++i)
        block.harmonic[i] = row_of(pictures.sky[i] * factor);
    block.sky_picture = {std::cos(angle), std::sin(angle), sky.brightness, 0};
    const float width = scenery.ground_picture.size;
    block.ground_picture = {1 / width, 1 / (width * pictures.ground_sides), 0, 0};
    const effects::Water& water = scenery.water;
    block.water = row_of(water.colour, water.waves);
    block.waves = {1 / water.wave_length, static_cast<float>(std::fmod(seconds * water.speed, longest_waves)),
                   wave_octaves, water.haze > 0 ? 1 / water.haze : 0};
}

glm::vec3 light_of(const effects::Lamp& lamp, const effects::Scenery& scenery) {
    return lamp.colour * (lamp.brightness * scenery.lamp);
}

}  // namespace

std::vector<effects::Lamp> lamps_of(const effects::Scenery& scenery) {
    std::vector<effects::Lamp> lamps = scenery.lamps;
    if (lamps.empty()) lamps.emplace_back();
    const auto first = std::ranges::find_if(lamps, &effects::Lamp::shadows);
    if (first != lamps.end()) std::rotate(lamps.begin(), first, first + 1);
    return lamps;
}

std::vector<std::uint32_t> casting_lamps(const effects::Scenery& scenery) {
    const std::vector<effects::Lamp> lamps = lamps_of(scenery);
    std::vector<std::uint32_t> casting;
    for (std::uint32_t i = 0; i < lamps.size(); ++i)
        if (lamps[i].shadows) casting.push_back(i);
    return casting;
}

bool casts_shadows(const effects::Scenery& scenery) {
    return !casting_lamps(scenery).empty();
}

glm::vec3 to_lamp(const effects::Lamp& lamp) {
    const glm::vec3 size = glm::abs(lamp.direction);
    return glm::normalize(lamp.direction / std::max({size.x, size.y, size.z}));
}

glm::vec3 level_across(const glm::vec3& direction) {
    constexpr float nearly_vertical = 0.9999f;
    const glm::vec3 up = std::abs(direction.y) < nearly_vertical ? glm::vec3(0, 1, 0) : glm::vec3(0, 0, -1);
    return glm::normalize(glm::cross(up, direction));
}

std::vector<glm::vec3> cascades_of(const LampMap& map, const ShadowView& view, int texels) {
    constexpr float logarithmic_share = 0.97f, nearest_split = 1;  // metres
    constexpr float largest_share = 0.8f;  // of the map of all; a cascade that is wider is that map
    const float nearest = std::max(view.nearest, nearest_split), farthest = std::max(map.side, 2 * nearest);
    std::vector<glm::vec3> cascades;
    float begin = 0;
    for (std::uint32_t i = 1; i < shared::CASCADES; ++i) {
        const float part = static_cast<float>(i) / static_cast<float>(shared::CASCADES);
        const float end = glm::mix(nearest + (farthest - nearest) * part,
                                   nearest * std::pow(farthest / nearest, part), logarithmic_share);
        // The ball around this part of the view, whose size does not depend on where the eye looks.
        const float wide = 1 + view.spread * view.spread, middle = std::min(0.5f * (begin + end) * wide, end);
        const float radius = std::hypot(end - middle, end * view.spread);
        begin = end;
        const float factor = map.side / (2 * radius), texel = 1 / (factor * static_cast<float>(texels));
        if (factor * largest_share < 1) {
            cascades.emplace_back(0, 0, 1);
            continue;
        }
        const glm::vec2 at(map.to_map * glm::vec4(view.eye + view.forward * middle, 1));
        cascades.emplace_back(0.5f - glm::round(at / texel) * texel * factor, factor);
    }
    cascades.emplace_back(0, 0, 1);
    return cascades;
}

bool lights_others(const effects::SceneObject& object) {
    return object.lights && object.glow > 0;
}

bool casts_glow_shadows(const effects::SceneObject& object) {
    return lights_others(object) && object.shadows;
}

bool has_surface(const effects::SceneObject& object) {
    const effects::ObjectSurface& surface = object.surface;
    return surface.grain > 0 || surface.bumps > 0 || surface.roughness < 1 || surface.cover > 0;
}

shared::Lighting lighting_of(const effects::Scenery& scenery, const LightOfObjects& objects,
                             const ShadowCosts& costs, double seconds, const LightOfPictures& pictures) {
    const std::vector<effects::Lamp> lamps = lamps_of(scenery);
    const SkyColours sky = colours_of(scenery);
    const auto [above, below] = light_around(scenery, sky, pictures);
    shared::Lighting block{};
    const glm::vec3 first = to_lamp(lamps.front()), right = level_across(first);
    block.right = row_of(right);
    block.up = row_of(glm::cross(first, right));
    block.above = row_of(above);
    block.below = row_of(below);
    block.zenith = row_of(sky.zenith);
    block.horizon = row_of(scenery.gradient.empty() ? sky.horizon : gradient_at(scenery.gradient, 0));
    block.nadir = row_of(sky.nadir);
    block.lamps = static_cast<shared::uint>(lamps.size());
    block.glows = static_cast<shared::uint>(objects.glows.size());
    block.taps = costs.taps;
    glm::vec3 others(0);
    std::size_t map = 0;
    for (std::size_t i = 0; i < lamps.size(); ++i) {
        shared::Lamp& lamp = block.lamp[i];
        const glm::vec3 light = light_of(lamps[i], scenery);
        if (i > 0) others += light;
        lamp.to_lamp = row_of(to_lamp(lamps[i]), std::tan(glm::radians(0.5f * lamps[i].size)));
        lamp.light = row_of(light);
        if (!lamps[i].shadows) continue;
        if (objects.maps.empty()) {
            lamp.map = {0, 0, static_cast<float>(map++), 1};  // there are only those of solid particles
            continue;
        }
        const LampMap& own = objects.maps[map];
        lamp.light.w = 1;
        for (int c = 0; c < 4; ++c)
            lamp.to_map[c] = {own.to_map[c].x, own.to_map[c].y, own.to_map[c].z, own.to_map[c].w};
        const std::size_t levels = objects.is_wide ? shared::CASCADES : 1;
        lamp.map = {own.side, own.side / static_cast<float>(costs.side), static_cast<float>(map * levels),
                    1 / static_cast<float>(objects.maps.size() * levels)};
        for (std::size_t k = 0; k + 1 < own.cascades.size(); ++k) lamp.cascade[k] = row_of(own.cascades[k]);
        ++map;
    }
    block.on_particles = row_of(scenery.scattered_light ? others : above + below + others);
    set_air(block, scenery, 0.5f * (above + below), light_of(lamps.front(), scenery), others, seconds);
    set_pictures(block, scenery, pictures, seconds);
    std::copy(objects.glows.begin(), objects.glows.end(), block.glow);
    return block;
}

gl::Defines SolidShadows::defines() const {
    if (lamps.size() > 1) return {{"SOLID_LAMPS", "1"}};
    return {};
}

gl::Defines sky_defines_of(const effects::Scenery& scenery) {
    gl::Defines all = air_defines_of(scenery);
    if (scenery.sun > 0) all.emplace_back("SUN", "1");
    if (scenery.stars > 0 && !scenery.gradient.empty()) all.emplace_back("OWN_STARS", "1");
    if (scenery.clouds.cover > 0) all.emplace_back("CLOUDS", "1");
    if (scenery.grid > 0) all.emplace_back("OWN_GRID", "1");
    if (!scenery.sky_picture.file.empty()) all.emplace_back("SKY_IS_PICTURE", "1");
    if (!scenery.ground_picture.file.empty() && scenery.ground == effects::Ground::plain)
        all.emplace_back("GROUND_IS_PICTURE", "1");
    if (scenery.ground == effects::Ground::water) all.emplace_back("WATER", "1");
    if (mirrors_sky(scenery)) all.emplace_back("MIRRORS_SKY", "1");
    return all;
}

gl::Defines air_defines_of(const effects::Scenery& scenery) {
    gl::Defines all;
    if (scenery.fog.density > 0) all.emplace_back("FOG", "1");
    if (scenery.scattered_light) all.emplace_back("SCATTERED", "1");
    return all;
}

gl::Defines defines_of(const effects::Scenery& scenery) {
    gl::Defines all;
    if (scenery.lamps.size() > 1) all.emplace_back("LAMPS", "1");
    if (std::ranges::any_of(scenery.lamps, has_soft_shadows)) all.emplace_back("SOFT_SHADOWS", "1");
    if (std::ranges::any_of(scenery.objects, lights_others)) all.emplace_back("GLOWS", "1");
    if (std::ranges::any_of(scenery.objects, casts_glow_shadows)) all.emplace_back("GLOW_SHADOWS", "1");
    if (std::ranges::any_of(scenery.objects, has_surface)) all.emplace_back("OBJECT_SURFACES", "1");
    if (is_lit_by_picture(scenery)) all.emplace_back("SKY_HARMONICS", "1");
    return all;
}

}  // namespace winnow::render
