// The one table of an effect's fields: key, unit, range and sentence of each. The JSON reader and writer, the
// validation, the panel and the documentation all walk it; nothing else knows a key or a range.
//
// describe(value, visit) calls visit(const Field&, member) for every member in the order of the file. Members
// are float, std::uint32_t, bool, std::string, vec3, vec4 (a colour), Range, an enumeration with names<>
// (names.h), another described struct, or a vector of those.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "effects/effect.h"
#include "effects/names.h"
#include "shaders/shared.h"

namespace winnow::effects {

struct Interval {
    double least = 0, most = 0;
};

struct Field {
    std::string_view key;
    std::string_view unit = "";  // empty: a plain number, or none
    Interval range = {};         // of a number or each of several; of a string's bytes; of a list's elements
    Interval usual = {};         // what a slider offers
    bool logarithmic = false;    // a slider's scale
    bool required = false;       // in a file
    std::string_view sentence;   // for tooltips and the documentation
};

/// The key as a person reads it: "turbulence scale".
inline std::string label(const Field& field) {
    std::string text(field.key);
    for (char& c : text)
        if (c == '_') c = ' ';
    return text;
}

inline constexpr bool logarithmic = true;

// The rows of the tables: a number or several, a string or a list, anything else.
constexpr Field number(std::string_view key, std::string_view unit, Interval range, Interval usual,
                       std::string_view sentence, bool is_logarithmic = false) {
    return {key, unit, range, usual, is_logarithmic, false, sentence};
}
constexpr Field sized(std::string_view key, Interval range, std::string_view sentence) {
    return {key, "", range, {}, false, false, sentence};
}
constexpr Field plain(std::string_view key, std::string_view sentence) {
    return {key, "", {}, {}, false, false, sentence};
}
constexpr Field required(Field field) {
    field.required = true;
    return field;
}

template <typename Given, typename Struct>
concept MaybeConst = std::same_as<std::remove_const_t<Given>, Struct>;

/// Whether there is a describe() for it.
template <typename Value>
inline constexpr bool is_described = false;
template <>
inline constexpr bool is_described<Emitter> = true;
template <>
inline constexpr bool is_described<Floor> = true;
template <>
inline constexpr bool is_described<View> = true;
template <>
inline constexpr bool is_described<Burst> = true;
template <>
inline constexpr bool is_described<Children> = true;
template <>
inline constexpr bool is_described<Limits> = true;
template <>
inline constexpr bool is_described<Effect> = true;

template <typename Value>
concept Described = is_described<Value>;
template <typename Value>
concept Enumeration = std::is_enum_v<Value>;

inline constexpr Interval share{0, 1};
inline constexpr Interval metres_anywhere{-1e6, 1e6};
inline constexpr Interval metres_near{-5, 5};
inline constexpr Interval light{0, 10000};  // half floats of the picture end at 65,504

inline constexpr double most_bursts = 64;       // of an emitter
inline constexpr double most_links = 16;        // of an emitter
inline constexpr double most_octaves = 8;       // of turbulence
inline constexpr double most_children = 65536;  // of a parent at once
inline constexpr double longest_time = 1e6;     // seconds: eleven days

template <MaybeConst<Burst> B, typename Visitor>
void describe(B& b, Visitor&& visit) {
    visit(number("time", "s", {0, longest_time}, {0, 20},
                 "When, in simulated time; the births come in the step whose beginning is nearest."),
          b.time);
    visit(number("count", "births", {0, 1e9}, {1, 1e5}, "How many are born.", logarithmic), b.count);
    visit(number("every", "s", {0, longest_time}, {0, 20}, "From one to the next; 0: it happens once."),
          b.every);
    visit(number("repeats", "", {0, 1e9}, {0, 100},
                 "How many follow the first; 0: they never end. Nothing without `every`."),
          b.repeats);
}

template <MaybeConst<Children> C, typename Visitor>
void describe(C& c, Visitor&& visit) {
    visit(
        sized("emitter", {0, 100},
              "The name of the emitter that the children belong to, one of this effect; required. They have "
              "its shape, direction and speed, around the parent."),
        c.emitter);
    visit(plain("on", "What a parent does when they are born."), c.on);
    visit(number("age", "s", {0, 1e9}, {0, 20}, "The parent's, with `age`; at least one step.", logarithmic),
          c.age);
    visit(number("count", "whole children", {0, most_children}, {0, 100},
                 "How many, evenly between the least and the most."),
          c.count);
    visit(number("chance", "", share, share, "That there are any."), c.chance);
    visit(
        number("inherit_velocity", "", share, share, "Share of the parent's velocity that they start with."),
        c.inherit_velocity);
    visit(number("most_per_parent", "events", {1, 1e9}, {1, 10},
                 "With `collision`: how many of a parent's bounces count, the first ones."),
          c.most_per_parent);
}

template <MaybeConst<Emitter> E, typename Visitor>
void describe(E& e, Visitor&& visit) {
    visit(sized("name", {0, 100}, "What the panel calls it."), e.name);
    visit(number("rate", "births per second", {0, 1e9}, {0, 1e6}, "How many are born.", logarithmic), e.rate);
    visit(plain("shape", "Where around the position they are born."), e.shape);
    visit(number("position", "m", metres_anywhere, metres_near, "The emitter's place; y is up."), e.position);
    visit(number("radius", "m", {0, 1e5}, {0, 5}, "Of the sphere or the disc."), e.radius);
    visit(number("direction", "", {-1e6, 1e6}, {-1, 1},
                 "The axis of the cone of births; of any length but zero."),
          e.direction);
    visit(number("spread", "degrees", {0, 180}, {0, 180},
                 "Half the angle of the cone; 180 is every direction."),
          e.spread);
    visit(number("speed", "m/s", {0, 1e5}, {0, 20}, "At birth, evenly between the least and the most."),
          e.speed);
    visit(number("lifetime", "s", {0, 1e9}, {0.1, 20},
                 "Evenly between the least and the most; from one step to 2147483648 steps.", logarithmic),
          e.lifetime);
    visit(number("gravity", "m/s2", {-1e5, 1e5}, {-20, 20}, "A constant acceleration."), e.gravity);
    visit(number("drag", "1/s", {0, 1000}, {0, 5},
                 "How fast the speed decays; the share lost in a short time, by that time."),
          e.drag);
    visit(number("turbulence", "m/s2", {0, 1e5}, {0, 20}, "Strength of a smooth random force."),
          e.turbulence);
    visit(number("turbulence_scale", "1/m", {0, 1000}, {0.1, 10}, "How fine that force is: eddies a metre.",
                 logarithmic),
          e.turbulence_scale);
    visit(plain("turbulence_kind", "What that force does."), e.turbulence_kind);
    visit(number("turbulence_octaves", "", {1, most_octaves}, {1, most_octaves},
                 "How many such forces are added, each twice as fine as the one before."),
          e.turbulence_octaves);
    visit(number("turbulence_roughness", "", share, share, "Strength of each octave to the one before."),
          e.turbulence_roughness);
    visit(number("turbulence_motion", "m/s", {-1000, 1000}, metres_near,
                 "How the pattern of that force moves; at the speed of the particles it stays with them."),
          e.turbulence_motion);
    visit(number("color_begin", "", light, share,
                 "At birth: linear red, green, blue (above 1 glows), and alpha (0 to 1)."),
          e.color_begin);
    visit(number("color_end", "", light, share, "At death; in between, a mixture."), e.color_end);
    visit(number("size_begin", "m", {0, 1000}, {0.001, 1}, "Diameter at birth.", logarithmic), e.size_begin);
    visit(number("size_end", "m", {0, 1000}, {0.001, 1}, "Diameter at death.", logarithmic), e.size_end);
    visit(number("stretch", "s", {0, 10}, {0, 0.1},
                 "Motion drawn as length: a streak of what is covered in this time."),
          e.stretch);
    visit(
        number("shading", "", share, share,
               "Share of its light that it owes to a lamp above, from which particles shade each other; the "
               "rest is its own."),
        e.shading);
    visit(sized("bursts", {0, most_bursts}, "Births that come all at once."), e.bursts);
    visit(sized("children", {0, most_links},
                "What its particles give birth to; emitters may feed each other in a circle."),
          e.children);
}

template <MaybeConst<Floor> F, typename Visitor>
void describe(F& f, Visitor&& visit) {
    visit(plain("enabled", "Whether there is a floor."), f.enabled);
    visit(number("height", "m", metres_anywhere, metres_near, "Where it lies, along y."), f.height);
    visit(number("restitution", "", share, share, "Share of the normal speed kept at a bounce."),
          f.restitution);
    visit(number("friction", "", share, share, "Share of the tangential speed lost at a bounce."),
          f.friction);
}

template <MaybeConst<View> V, typename Visitor>
void describe(V& v, Visitor&& visit) {
    visit(
        number("target", "m", metres_anywhere, metres_near, "The point that the camera looks at and orbits."),
        v.target);
    visit(number("distance", "m", {0.01, 1e5}, {0.5, 50}, "Of the camera from its target.", logarithmic),
          v.distance);
    visit(number("yaw", "degrees", {-360, 360}, {-180, 180}, "Round the vertical axis."), v.yaw);
    visit(number("pitch", "degrees", {-89, 89}, {-89, 89}, "Above the horizon."), v.pitch);
    visit(number("exposure", "", {0.0001, 10000}, {0.05, 20}, "Factor on the light before tone mapping.",
                 logarithmic),
          v.exposure);
}

template <MaybeConst<Limits> L, typename Visitor>
void describe(L& l, Visitor&& visit) {
    visit(number("children_per_parent", "", {0, most_children}, {1, 1024},
                 "Of one parent in one step; more are never asked for. Over the whole capacity at most 2^31.",
                 logarithmic),
          l.children_per_parent);
    visit(number("children_per_step", "", {0, shared::MAX_CAPACITY}, {1, 1 << 20},
                 "Of all parents in one step; those beyond count as dropped.", logarithmic),
          l.children_per_step);
}

template <MaybeConst<Effect> E, typename Visitor>
void describe(E& e, Visitor&& visit) {
    std::uint32_t format = format_version;  // known once read: its range has one number
    visit(required(number("format", "", {format_version, format_version}, {},
                          "The version of this format; required.")),
          format);
    visit(sized("name", {0, 100}, "What lists and the window's title call it."), e.name);
    visit(sized("description", {0, 10000}, "For people; changes nothing."), e.description);
    visit(number("steps_per_second", "", {1, 1000}, {30, 240},
                 "Steps of the simulation in a second of its time."),
          e.steps_per_second);
    visit(number("prewarm", "s", {0, 600}, {0, 60}, "Simulated before the first picture."), e.prewarm);
    visit(plain("when_full", "What becomes of births beyond the capacity."), e.when_full);
    visit(plain("limits", "What holds particles that give birth to each other."), e.limits);
    visit(plain("blend", "How a particle meets what is behind it."), e.blend);
    visit(plain("floor", "A horizontal plane that particles bounce on."), e.floor);
    visit(plain("view", "Where a camera that nobody moved looks from."), e.view);
    visit(sized("emitters", {1, shared::MAX_EMITTERS}, "What gives birth."), e.emitters);
}

}  // namespace winnow::effects
