#include "stage/light.h"

#include <cmath>

#include "base/error.h"
#include "render/lighting.h"

namespace winnow::stage {

void put(const Light& light, effects::Scenery& scenery) {
    scenery.lamp = scenery.ambient = 1;
    scenery.lamps = render::lamps_of(scenery);
    for (effects::Lamp& lamp : scenery.lamps) lamp.brightness = 0;
    effects::Lamp& first = scenery.lamps.front();
    first.direction = light.to_lamp;
    first.colour = light.lamp;
    first.brightness = 1;
    scenery.sky_light = effects::SkyLight::sky;
    scenery.sky_picture = {};
    constexpr float horizon = 0.01f, zenith = 90;  // degrees
    scenery.gradient = {
        {-zenith, light.below}, {-horizon, light.below}, {horizon, light.above}, {zenith, light.above}};
}

void check(const Light& light) {
    constexpr float brightest = 10000;
    for (const glm::vec3& one : {light.lamp, light.above, light.below})
        for (int c = 0; c < glm::vec3::length(); ++c)
            if (!(one[c] >= 0 && one[c] <= brightest))
                bad_input("light: must be 0 to {} of each colour, not {}", brightest, one[c]);
    const float sum = light.to_lamp.x + light.to_lamp.y + light.to_lamp.z;
    if (!std::isfinite(sum) || light.to_lamp == glm::vec3(0))
        bad_input("lamp_direction: must be finite numbers, and not all 0");
}

}  // namespace winnow::stage
