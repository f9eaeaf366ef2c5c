// An effect as plain data. A default-constructed effect is valid. Units and ranges of the fields are in one
// table (fields.h), which the JSON reader, the validation, the panel and the documentation share.
#pragma once

#include <glm/glm.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace winnow::effects {

inline constexpr int format_version = 1;

enum class Shape { point, sphere, disc };
enum class WhenFull { drop_new, replace_oldest };
enum class Blend { additive, alpha };
enum class EmitterBlend { effect, additive, alpha };
enum class Turbulence { gusts, eddies };
enum class On { death, collision, age };

struct Range {
    float least = 0, most = 0;
    bool operator==(const Range&) const = default;
};

/// Births that happen all at once, in the step whose beginning is nearest to the time.
struct Burst {
    float time = 0;             // seconds of simulated time
    std::uint32_t count = 100;  // births
    float every = 0;            // seconds from one burst to the next; 0: it happens once
    std::uint32_t repeats = 0;  // bursts after the first; 0: they never end
    bool operator==(const Burst&) const = default;
};

/// Births that an emitter's particles cause. Children are born where the parent is, in the parent's step.
struct Children {
    std::string emitter;  // name of the emitter that the children belong to
    On on = On::death;
    float age = 1;                      // seconds, with On::age
    Range count{1, 1};                  // whole numbers; each event draws one
    float chance = 1;                   // probability that an event has children, 0 to 1
    float inherit_velocity = 0;         // share of the parent's velocity added to the child's own
    std::uint32_t most_per_parent = 1;  // collisions of one parent that count; other events happen once
    bool operator==(const Children&) const = default;
};

/// Lengths in metres, times in seconds, angles in degrees, colours linear RGB (HDR: above 1 glows) with
/// alpha.
struct Emitter {
    std::string name = "emitter";
    bool emits = true;  // false: it has no births of any kind, and its living particles live on
    float rate = 1000;  // births per second, 0 to 1e9
    Shape shape = Shape::point;
    glm::vec3 position{0, 0, 0};
    float radius = 0;                 // metres, for sphere and disc
    glm::vec3 direction{0, 1, 0};     // need not be a unit vector; not zero
    float spread = 10;                // half angle of the cone, degrees, 0 to 180
    Range speed{4, 5};                // m/s
    Range lifetime{2, 3};             // seconds; at least one step
    glm::vec3 gravity{0, -9.81f, 0};  // m/s2
    float drag = 0;                   // 1/s
    float turbulence = 0;             // m/s2: strength of a smooth random force
    float turbulence_scale = 1;       // 1/m: eddies per metre
    Turbulence turbulence_kind = Turbulence::gusts;
    std::uint32_t turbulence_octaves = 1;  // 1 to 8, each twice as fine as the one before
    float turbulence_roughness = 0.5f;     // strength of each octave relative to the one before, 0 to 1
    glm::vec3 turbulence_motion{0, 0, 0};  // m/s: velocity of the whole pattern
    glm::vec4 color_begin{1, 1, 1, 1};
    glm::vec4 color_end{1, 1, 1, 0};
    float size_begin = 0.02f;  // metres, diameter
    float size_end = 0.02f;
    float stretch = 0;  // seconds of motion drawn as length
    EmitterBlend blend = EmitterBlend::effect;
    float shading = 0;  // share of a particle's light that comes from the lamp, 0 to 1; the rest is its own
    std::vector<Burst> bursts;
    std::vector<Children> children;
    bool operator==(const Emitter&) const = default;
};

struct Plane {
    bool enabled = true;
    float height = 0;          // metres
    float restitution = 0.4f;  // share of the normal speed kept, 0 to 1
    float friction = 0.2f;     // share of the tangential speed lost, 0 to 1
    bool operator==(const Plane&) const = default;
};

/// The camera's pose until a person moves it, and the exposure.
struct View {
    glm::vec3 target{0, 1, 0};
    float distance = 6;          // metres
    float yaw = 30, pitch = 12;  // degrees
    float exposure = 1;          // factor before tone mapping
    bool operator==(const View&) const = default;
};

/// Bounds on the births of children.
struct Limits {
    std::uint32_t children_per_parent = 1024;     // in one step; further ones are not requested
    std::uint32_t children_per_step = 134217727;  // of all parents; further ones count as dropped
    bool operator==(const Limits&) const = default;
};

struct Effect {
    std::string name = "untitled";
    std::string description;
    std::uint32_t steps_per_second = 60;  // 1 to 1000
    float prewarm = 0;                    // seconds simulated before the first frame, 0 to 600
    WhenFull when_full = WhenFull::drop_new;
    Limits limits;
    Blend blend = Blend::additive;
    Plane plane;
    View view;
    std::vector<Emitter> emitters{Emitter{}};  // 1 to MAX_EMITTERS
    bool operator==(const Effect&) const = default;
};

/// True if an emitter's particles cover what lies behind them; else their light adds up. `blend` is the
/// effect's.
inline bool covers(const Emitter& emitter, Blend blend) {
    if (emitter.blend == EmitterBlend::effect) return blend == Blend::alpha;
    return emitter.blend == EmitterBlend::alpha;
}

/// True if some of the effect's particles cover what lies behind them.
inline bool covers(const Effect& effect) {
    return std::ranges::any_of(effect.emitters, [&](const Emitter& e) { return covers(e, effect.blend); });
}

/// True if any of the effect's particles are lit by the lamp.
inline bool has_shading(const Effect& effect) {
    return std::ranges::any_of(effect.emitters, [](const Emitter& e) { return e.shading > 0; });
}

}  // namespace winnow::effects
