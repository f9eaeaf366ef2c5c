// The choices that a person can make for a run, as plain values: names exist and numbers are in range. Each
// function takes the smallest of these structs that it needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scan/catalogue.h"
#include "settings/settings.h"

namespace winnow::session {

/// The OpenGL device and the shaders to use.
struct DeviceChoice {
    std::string device;      // number or part of the name of a GL device; empty: the first device
    std::string shaders;     // a directory; empty: the built-in shaders
    bool gl_debug = false;   // prints the driver's messages
    bool gl_checks = false;  // prints and counts OpenGL errors, for commands that fail if there are any
};

/// The value of one of the effect's properties.
struct PropertyChoice {
    std::string name;
    float value = 0;
    bool operator==(const PropertyChoice&) const = default;
};

/// The algorithm of a simulation and the values that, together with its effect, determine its state.
struct SimulationChoice : Algorithm {
    std::optional<std::uint32_t> capacity;  // particles, 1 to MAX_CAPACITY; empty: chosen for the device
    std::uint32_t seed = 1;
    bool seed_given = false;
    std::optional<float> density;  // factor on every emitter's rate, 0 to effects::max_density; empty: 1, or
                                   // in the window what suits the device
    std::vector<PropertyChoice> properties;  // the others have the values of the effect's file
};

inline constexpr const char* usual_effect = "fountain";

/// The effect and the state that a run begins with.
struct StartChoice : SimulationChoice {
    std::string effect = usual_effect;  // name of a built-in effect, or a file
    bool effect_given = false;
    std::optional<float> prewarm;  // seconds, 0 to 600; empty: the value of the effect
    std::string load_state;        // a file; empty: the run begins at step 0
    std::string replay;            // a recording; empty: none
};

/// Culling, the order in which particles are drawn, and how.
struct DrawingChoice {
    bool cull = false;
    std::optional<effects::Sorting> sort;
    std::optional<std::uint32_t> sort_every;  // frames
    std::optional<effects::KeyBits> sort_bits;
    std::optional<effects::DrawMethod> draw;
};

/// The changes to the whole picture that the effect's view asks for, and which of them are made.
struct FinishChoice {
    bool bloom = true, vignette = true, grading = true;
    int samples = 1;  // pictures whose mean is a frame with depth of field or motion blur
    std::optional<float> aperture{}, focus{}, shutter{};  // as effects::View's; empty: the effect's
};

/// A camera instead of the effect's view, in the ranges of its fields.
struct CameraChoice {
    float yaw = 0, pitch = 0;         // degrees
    float distance = 1;               // metres
    std::optional<glm::vec3> target;  // metres; empty: the view's
};

}  // namespace winnow::session
