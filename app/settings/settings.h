// Everything that a person or a script can change while Winnow runs, and apply(), the only way to change it.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "effects/compile/compiled_effect.h"
#include "effects/model/effect.h"
#include "scan/catalogue.h"

namespace winnow::effects {

/// The simulation's parameters beside the effect, and the algorithm that computes it.
struct SimulationSettings : Algorithm {
    std::uint32_t capacity = 65536;  // particles, 1 to MAX_CAPACITY
    std::uint32_t seed = 1;
    float density = 1;  // factor on every emitter's rate, 0 to max_density
    bool paused = false;
    float time_scale = 1;  // simulated time per real time, 0.05 to 4
    bool operator==(const SimulationSettings&) const = default;
};

inline constexpr std::uint32_t max_sort_every = 60;

enum class Sorting { automatic, off, on };
enum class KeyBits { sixteen, thirty_two };
enum class DrawMethod { automatic, tiles, triangles };

/// How the simulation is shown.
struct DisplaySettings {
    bool vsync = true;
    std::uint32_t frame_cap = 0;  // frames per second, at most 1000; 0: no cap
    bool panel = true;
    bool timeline = true;  // shown with the panel
    bool help = false;
    bool bloom = true, vignette = true, grading = true, lens = true;
    float resolution = 1;            // 0.25 to 1: sides of the picture by those of the window
    bool dynamic_resolution = true;  // fewer while it moves too slowly, see view::DynamicResolution
    float ui_scale = 1;              // 0.5 to 4
    bool high_contrast = false;      // of the panel
    bool culling = false;            // particles outside the view are not drawn
    Sorting sorting = Sorting::automatic;
    std::uint32_t sort_every = 1;  // frames, 1 to max_sort_every
    KeyBits sort_key_bits = KeyBits::thirty_two;
    DrawMethod draw = DrawMethod::automatic;
    bool freeze_camera = false;  // the camera that culls and sorts stays in place while the view moves on
    bool lab = false;            // the Lab covers the window
    bool tour = true;            // the tour of the Lab is still offered
    bool grid = false;           // lines on the ground, every half metre
    bool handles = false;        // places and directions of the effect can be dragged in the picture
    bool operator==(const DisplaySettings&) const = default;
};

struct Settings {
    Effect effect;
    SimulationSettings simulation;
    DisplaySettings display;
    Compiled compiled = {};  // the effect, where apply() has compiled it; see compiled_of()
    bool operator==(const Settings& other) const {
        return effect == other.effect && simulation == other.simulation && display == other.display;
    }
};

/// Returns the effect as it was compiled or, if it was set in another way, compiles it. Throws as compile()
/// does.
Compiled compiled_of(const Settings& settings);

nlohmann::ordered_json to_json(const Settings& settings);

inline constexpr std::string_view effect_pointer = "/effect";

/// One change: a JSON pointer into to_json(settings) and the new value, e.g. {"/simulation/backend", "cuda"}
/// or {"/effect/emitters/0/rate", 2000}.
struct Edit {
    std::string pointer;
    nlohmann::json value;
};

/// Returns the settings after the edit. Throws Error(bad_input) if the pointer does not exist or the value is
/// not valid there; the same validation as for files. The effect is compiled if it has changed.
Settings apply(const Settings& settings, const Edit& edit);

/// Returns the value at the pointer; nullopt if there is no such setting.
std::optional<nlohmann::json> value_at(const Settings& settings, const std::string& pointer);
/// Returns the value at the pointer in an effect, whose own pointer is "/effect".
std::optional<nlohmann::json> value_at(const Effect& effect, const std::string& pointer);
/// Returns the value that a setting has if a file leaves it out. In a list any index is accepted.
std::optional<nlohmann::json> default_at(const std::string& pointer);

}  // namespace winnow::effects
