// Format 1 of effect files, in which an emitter has fields where format 2 has modules. The fields are known
// here alone: an effect of format 1 is turned into one of modules when it is read, and never written.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "effects/document.h"
#include "effects/fields.h"

namespace winnow::effects {

enum class Shape { point, sphere, disc };
enum class Turbulence { gusts, eddies };

inline constexpr std::array shapes{
    Named<Shape>{Shape::point, "point", "all births at the position"},
    Named<Shape>{Shape::sphere, "sphere", "births throughout a ball of the radius"},
    Named<Shape>{Shape::disc, "disc", "births across a horizontal disc of the radius"},
};
template <>
inline constexpr const auto& names<Shape> = shapes;

inline constexpr std::array turbulences{
    Named<Turbulence>{Turbulence::gusts, "gusts",
                      "a force with divergence, which gathers particles in places"},
    Named<Turbulence>{Turbulence::eddies, "eddies",
                      "a force without divergence, which swirls particles: smoke"},
};
template <>
inline constexpr const auto& names<Turbulence> = turbulences;

/// The units and ranges are in describe().
struct EmitterOfFormat1 {
    Emitter common;  // without rate, moments and modules
    float rate = 1000;
    Shape shape = Shape::point;
    float radius = 0;
    glm::vec3 direction{0, 1, 0};
    float spread = 10;
    Range speed{4, 5};
    glm::vec3 gravity{0, -9.81f, 0};
    float drag = 0;
    float turbulence = 0;
    float turbulence_scale = 1;
    Turbulence turbulence_kind = Turbulence::gusts;
    std::uint32_t turbulence_octaves = 1;
    float turbulence_roughness = 0.5f;
    glm::vec3 turbulence_motion{0, 0, 0};
    glm::vec4 color_begin{1, 1, 1, 1};
    glm::vec4 color_end{1, 1, 1, 0};
    float size_begin = 0.02f;
    float size_end = 0.02f;
    float stretch = 0;
    float shading = 0;
};
template <>
inline constexpr bool is_described<EmitterOfFormat1> = true;

struct EffectOfFormat1 {
    Effect common;  // without properties and emitters
    std::vector<EmitterOfFormat1> emitters{EmitterOfFormat1{}};
};
template <>
inline constexpr bool is_described<EffectOfFormat1> = true;

/// True if the JSON value of an effect says that it is of format 1.
bool is_of_format_1(const nlohmann::json& effect);

/// Reads an effect of format 1. Throws Invalid if it has a key that only format 2 has, or a value of a wrong
/// type or out of its range. What lifetimes, ages and names must be is checked in the upgraded effect.
EffectOfFormat1 read_format_1(const nlohmann::json& effect, const Path& path);

/// Throws Invalid if an effect of format 2 has a key that only format 1 has.
void refuse_format_1(const nlohmann::json& effect, const Path& path);

/// Throws Invalid if the direction is zero.
void check_rules(const EmitterOfFormat1& emitter, const Path& path);

/// Returns the effect in format 2, in which modules say what the fields said; values that are defaults are
/// left out. Its steps are the same to the bit as those that earlier versions of Winnow made from the fields.
Effect upgraded(const EffectOfFormat1& effect);

template <MaybeConst<EmitterOfFormat1> E, typename Visitor>
void describe_motion(E& e, Visitor&& visit) {
    visit(plain("shape", "The region around the position in which particles are born."), e.shape);
    visit(number("radius", "m", {0, 1e5}, {}, "Radius of the sphere or the disc."), e.radius);
    visit(number("direction", "", {-1e6, 1e6}, {},
                 "The axis of the cone of directions at birth; any length but zero."),
          e.direction);
    visit(number("spread", "degrees", {0, 180}, {}, "Half the angle of the cone; 180 is every direction."),
          e.spread);
    visit(drawn(number("speed", "m/s", {0, 1e5}, {},
                       "Speed at birth, uniform between the least and the most.")),
          e.speed);
    visit(number("gravity", "m/s2", {-1e5, 1e5}, {}, "A constant acceleration."), e.gravity);
    visit(number("drag", "1/s", {0, 1000}, {},
                 "Rate at which the speed decays: the share lost in a short time, divided by that time."),
          e.drag);
    visit(number("turbulence", "m/s2", {0, 1e5}, {}, "Strength of a smooth random force."), e.turbulence);
    visit(number("turbulence_scale", "1/m", {0, 1000}, {}, "How fine that force is: eddies per metre."),
          e.turbulence_scale);
    visit(plain("turbulence_kind", "The kind of that force."), e.turbulence_kind);
    visit(number("turbulence_octaves", "", {1, most_octaves}, {},
                 "How many such forces are added, each twice as fine as the one before."),
          e.turbulence_octaves);
    visit(
        number("turbulence_roughness", "", share, {}, "Strength of each octave relative to the one before."),
        e.turbulence_roughness);
    visit(number("turbulence_motion", "m/s", {-1000, 1000}, {},
                 "Velocity of that force's pattern; at the velocity of the particles it stays with them."),
          e.turbulence_motion);
}

template <MaybeConst<EmitterOfFormat1> E, typename Visitor>
void describe(E& e, Visitor&& visit) {
    describe(e.common, [&](const Field& field, auto& member) {
        if (field.key == "rate")
            visit(field, e.rate);
        else if (field.key != "moments" && field.key != "modules")
            visit(field, member);
    });
    describe_motion(e, visit);
    visit(number("color_begin", "", light, {},
                 "Colour at birth: linear red, green, blue (above 1 glows), and alpha (0 to 1)."),
          e.color_begin);
    visit(number("color_end", "", light, {}, "Colour at death; in between, the two are mixed."), e.color_end);
    visit(number("size_begin", "m", {0, 1000}, {}, "Diameter at birth."), e.size_begin);
    visit(number("size_end", "m", {0, 1000}, {}, "Diameter at death."), e.size_end);
    visit(number("stretch", "s", {0, 10}, {},
                 "Motion drawn as length: a streak as long as the distance covered in this time."),
          e.stretch);
    visit(
        number("shading", "", share, {},
               "Share of a particle's light that comes from a lamp above; there particles shade each other. "
               "The rest is its own."),
        e.shading);
}

template <MaybeConst<EffectOfFormat1> E, typename Visitor>
void describe(E& e, Visitor&& visit) {
    describe(e.common, [&](const Field& field, auto& member) {
        if (field.key != "properties" && field.key != "emitters") visit(field, member);
    });
    visit(sized("emitters", {1, shared::MAX_EMITTERS}, "The sources of particles."), e.emitters);
}

}  // namespace winnow::effects
