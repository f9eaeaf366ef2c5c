// Everything that a person can choose of a run: plain values, whose names exist and whose numbers are in
// range. Each piece of code takes the smallest of these structs that it needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "effects/settings.h"
#include "scan/catalogue.h"

namespace winnow::session {

/// Where OpenGL runs, and with which shaders.
struct DeviceChoice {
    std::string device;      // number or part of a GL device's name; empty: the first
    std::string shaders;     // a directory; empty: the built-in ones
    bool gl_debug = false;   // report the driver's messages
    bool gl_checks = false;  // report and count its errors, for a command that fails by them
};

/// The algorithm of a simulation, and the values that its state is a function of beside its effect.
struct SimulationChoice : Algorithm {
    std::optional<std::uint32_t> capacity;  // particles, 1 to MAX_CAPACITY; empty: what suits the device
    std::uint32_t seed = 1;
    bool seed_given = false;
    std::optional<float> density;  // factor on every emitter's rate, 0 to 1000; empty: 1, in view what suits
                                   // the device
};

inline constexpr const char* usual_effect = "fountain";

/// Where a run begins.
struct StartChoice : SimulationChoice {
    std::string effect = usual_effect;  // a built-in name or a file
    bool effect_given = false;
    std::optional<float> prewarm;  // seconds, 0 to 600; empty: the effect's own
    std::string load_state;        // a file; empty: the run begins at step 0
    std::string replay;            // a recording; empty: none
};

/// Culling and the order in which particles are drawn.
struct DrawingChoice {
    bool cull = false;
    std::optional<effects::Sorting> sort;
    std::optional<std::uint32_t> sort_every;  // frames
    std::optional<effects::KeyBits> sort_bits;
};

}  // namespace winnow::session
