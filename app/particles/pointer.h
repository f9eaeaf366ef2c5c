// The pointer by which a person presses on the scene: an input of the steps, as the edits are.
#pragma once

#include <glm/glm.hpp>

namespace winnow::particles {

struct Pointer {
    static constexpr float farthest = 1e6f;  // metres, the limit of each coordinate

    glm::vec3 place{0};  // in the world, metres
    float strength = 0;  // 0: not pressed; 1: pressed
    bool operator==(const Pointer&) const = default;

    bool is_pressed() const { return strength > 0; }
    /// False if a number is out of range or not finite.
    bool is_valid() const {
        const auto is_near = [](float coordinate) {
            return coordinate >= -farthest && coordinate <= farthest;
        };
        return is_near(place.x) && is_near(place.y) && is_near(place.z) && strength >= 0 && strength <= 1;
    }
};

}  // namespace winnow::particles
