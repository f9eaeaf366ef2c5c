// The table of an effect's fields: key, unit, range and sentence of each. The JSON reader and writer, the
// validation, the panel and the documentation all walk it; nothing else knows a key or a range.
//
// describe(value, visit) calls visit(const Field&, member) for every member in the order of the file. Members
// are float, std::uint32_t, bool, std::string, vec3, vec4 (a colour), Range, Rate, BurstCount, Probability,
// NumberInTime, VectorInTime, Spline, PropertyValue, Lets, Files, an enumeration with names<> (names.h),
// another described struct, or a vector of those.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "effects/model/effect.h"
#include "effects/model/field.h"
#include "effects/model/names.h"
#include "effects/model/scenery_fields.h"
#include "effects/model/view_fields.h"
#include "shaders/shared.h"

namespace winnow::effects {

template <>
inline constexpr bool is_described<Emitter> = true;
template <>
inline constexpr bool is_described<FurtherLook> = true;
template <>
inline constexpr bool is_described<Property> = true;
template <>
inline constexpr bool is_described<Burst> = true;
template <>
inline constexpr bool is_described<Children> = true;
template <>
inline constexpr bool is_described<ReportedEvents> = true;
template <>
inline constexpr bool is_described<ChildLimits> = true;
template <>
inline constexpr bool is_described<Motion> = true;
template <>
inline constexpr bool is_described<Transform> = true;
template <>
inline constexpr bool is_described<Effect> = true;

inline constexpr double max_modules = 64;                   // of a stack
inline constexpr double max_looks = shared::MAX_LOOKS - 1;  // beside that of the emitter's modules
inline constexpr double max_bursts = 64;                    // per emitter
inline constexpr double max_links = 16;                     // kinds of children per emitter
inline constexpr double max_properties = 64;                // per effect
inline constexpr double max_lets = 64;                      // of an effect or of an emitter
inline constexpr double max_children = 65536;               // of one event or of one parent in a step

inline constexpr double max_files = 256;  // that an effect brings with it

/// `winnow pack` writes them into an effect.
inline constexpr Field files_field = sized(
    "files", {0, max_files},
    "Files that the effect brings with it and finds instead of those of its folder, by their paths: texts, "
    "or data URIs (`data:;base64,`).");

inline constexpr Field rate_field =
    number("rate", "births per second", {0, 1e9}, {0, 1e6}, "Rate of births.", logarithmic);

inline constexpr Field count_field =
    number("count", "births", {0, 1e9}, {1, 1e5}, "Number of births.", logarithmic);
inline constexpr Field probability_field = number("probability", "", share, share,
                                                  "Probability that a burst has births; each burst draws by "
                                                  "itself, and the same in each run with the same seed.");
inline constexpr double min_period = 0.001;         // s, from one burst that varies to the next
inline constexpr double max_bursts_at_once = 1000;  // of one kind that varies, whose times overlap

template <MaybeConst<Property> P, typename Visitor>
void describe(P& p, Visitor&& visit) {
    visit(required(sized("name", {1, 40}, "Its name in expressions and in the panel: a-z, 0-9 and _.")),
          p.name);
    visit(number("value", "", any_property, {0, 1},
                 "Its value: a number, or an expression of other properties."),
          p.value);
    visit(number("range", "", any_property, {0, 1}, "The ends of its slider; a number lies between them."),
          p.range);
    visit(sized("does", {0, 500}, "A sentence for people."), p.sentence);
}

template <MaybeConst<Burst> B, typename Visitor>
void describe(B& b, Visitor&& visit) {
    visit(number("time", "s", {0, longest_time}, {0, 20},
                 "Simulated time of the burst; the births happen in the step whose beginning is nearest."),
          b.time);
    visit(count_field, b.count);
    visit(number("every", "s", {0, longest_time}, {0, 20},
                 "Time from one burst to the next; 0: it happens once."),
          b.every);
    visit(number("repeats", "", {0, 1e9}, {0, 100},
                 "Number of bursts after the first; 0: they never end. Ignored without `every`."),
          b.repeats);
    visit(drawn(number("delay", "s", {0, longest_time}, {0, 5},
                       "Time by which a burst comes later; each burst draws it between the two.")),
          b.delay);
    visit(number("duration", "s", {0, longest_time}, {0, 5},
                 "Time over which the births are spread evenly; 0: they happen all at once."),
          b.duration);
    visit(probability_field, b.probability);
}

template <MaybeConst<Children> C, typename Visitor>
void describe(C& c, Visitor&& visit) {
    visit(sized("emitter", {0, 100},
                "The name of the emitter of this effect that the children belong to; required. They are born "
                "by its modules, around the parent."),
          c.emitter);
    visit(plain("on", "The event of the parent at which they are born."), c.on);
    visit(
        number("age", "s", {0, 1e9}, {0, 20}, "For `age`: the parent's age; at least one step.", logarithmic),
        c.age);
    visit(number("distance", "m", {0.001, 1e6}, {0.01, 10},
                 "For `distance`: the way of the parent from one event to the next; the first is so far from "
                 "its birth. Each has the place and the moment at which the parent was there.",
                 logarithmic),
          c.distance);
    visit(number("every", "s", {1e-5, 1e9}, {0.001, 1},
                 "For `time`: the age of the parent from one event to the next; the first is so long after "
                 "its birth. Each has the place and the moment at which the parent was there.",
                 logarithmic),
          c.every);
    visit(sized("when", {0, max_expression_characters},
                "For `condition`: an expression that is true or false, of the parent. The event happens in "
                "each step at whose end it is true, if it was false at the beginning."),
          c.when);
    visit(drawn(number("count", "whole children", {0, max_children}, {0, 100},
                       "Number of children per event, uniform between the least and the most.")),
          c.count);
    visit(number("chance", "", share, share, "Probability that an event has children."), c.chance);
    visit(number("inherit_velocity", "", share, share,
                 "Share of the parent's velocity that is added to their own."),
          c.inherit_velocity);
    visit(number("most_per_parent", "events", {1, 1e9}, {1, 10},
                 "For `collision`: only so many bounces of a parent count, the first ones."),
          c.max_per_parent);
}

template <MaybeConst<ReportedEvents> R, typename Visitor>
void describe(R& r, Visitor&& visit) {
    visit(plain("born", "Births."), r.born);
    visit(plain("died", "Deaths, but for those of the oldest that births replace."), r.died);
    visit(plain("collided",
                "Each step in which it touches something, also where it sticks, slides or dies; but for the "
                "step of its birth."),
          r.collided);
}

inline constexpr Interval degrees_anywhere{-1e6, 1e6};
inline constexpr Interval scales{1e-4, 1e4};

inline constexpr Field scale_field =
    number("scale", "", scales, {0.1, 10},
           "Factor on lengths and velocities in its space, and on the sizes of its sprites.", logarithmic);

/// Visits the members of a motion, which those of a transform begin with.
template <typename M, typename Visitor>
void describe_motion(M& m, Visitor&& visit) {
    visit(number("position", "m", metres_anywhere, metres_near, "How far it is moved."), m.position);
    visit(number("rotation", "degrees", degrees_anywhere, {-180, 180},
                 "How far it is turned about the x axis, then about y, then about z."),
          m.rotation);
    visit(number("path", "m", metres_anywhere, metres_near,
                 "A smooth curve through points along which it is moved, beside its `position`; `[]`: none."),
          m.path);
    visit(number("along", "", any_property, share,
                 "The share of the path's length at which it is, such as `time / 10`. An open path ends at 0 "
                 "and 1; a closed one begins anew."),
          m.along);
}

template <MaybeConst<Motion> M, typename Visitor>
void describe(M& m, Visitor&& visit) {
    describe_motion(m, visit);
}

template <MaybeConst<Transform> T, typename Visitor>
void describe(T& t, Visitor&& visit) {
    describe_motion(t, visit);
    visit(scale_field, t.scale);
}

inline constexpr Field blend_field = plain("blend", "How its particles blend with what lies behind them.");
inline constexpr Field order_field =
    number("order", "", {-1000, 1000}, {-10, 10},
           "Where particles are sorted by depth, those of emitters of a higher order are drawn over "
           "those of "
           "lower ones, however near these are. Light that adds up has no order.");

template <MaybeConst<FurtherLook> L, typename Visitor>
void describe(L& l, Visitor&& visit) {
    visit(blend_field, l.blend);
    visit(order_field, l.order);
    visit(sized("modules", {0, max_modules},
                "The modules of this look, in their order; all are of the stage look."),
          l.modules);
}

inline constexpr Field emits_field =
    plain("emits",
          "Turns births on: by rate, by bursts, and as children. Turned off, its living particles live on; "
          "those of an emitter that is removed from the effect die with the next step.");
inline constexpr Field follows_density_field =
    plain("follows_density",
          "The density multiplies its births, and its particles are larger where they are fewer. Turn it off "
          "for single things, such as a rock, of which there is one at any density; ribbons keep following.");

template <MaybeConst<Emitter> E, typename Visitor>
void describe(E& e, Visitor&& visit) {
    visit(sized("name", {0, 100}, "The emitter's name in the panel and in `children`."), e.name);
    visit(emits_field, e.emits);
    visit(follows_density_field, e.follows_density);
    visit(rate_field, e.rate);
    visit(plain("moments",
                "The moments within a step at which births happen. A moving emitter draws an even line with "
                "`even`."),
          e.moments);
    visit(number("position", "m", metres_anywhere, metres_near, "The emitter's place in its space; y is up."),
          e.position);
    visit(plain("transform",
                "Where its space lies in the effect's. Within a step, births happen along its way."),
          e.transform);
    visit(
        plain(
            "space",
            "What becomes of its living particles when its space moves, and the space that the values of its "
            "modules are in, but of those that run at births."),
        e.space);
    visit(number("inherit_velocity", "", {-10, 10}, share,
                 "Share of the velocity of its space that births have beside their own."),
          e.inherit_velocity);
    visit(drawn(number("lifetime", "s", {0, 1e9}, {0.1, 20},
                       "Uniform between the least and the most; from one step to 2147483648 steps.",
                       logarithmic)),
          e.lifetime);
    visit(blend_field, e.blend);
    visit(order_field, e.order);
    visit(
        number("duration", "s", {0, longest_time}, {0, 20},
               "Time in which it has births by rate and begins bursts; 0: they never end. Children are born "
               "at any time."),
        e.duration);
    visit(plain("loop",
                "After its duration it begins anew: times of bursts, and the `time` of its rate, count from "
                "there."),
          e.loop);
    visit(sized("bursts", {0, max_bursts}, "Births that happen all at once, or spread over a time."),
          e.bursts);
    visit(sized("children", {0, max_links},
                "Children of its particles; emitters can feed each other in a cycle."),
          e.children);
    visit(plain("events",
                "What a program that plays the effect by the library hears of its particles, beside the "
                "signals of modules."),
          e.events);
    visit(sized("let", {0, max_lets},
                "Local values: names for expressions that expressions of this emitter use."),
          e.lets);
    visit(sized("modules", {0, max_modules}, "What its particles do: modules, in their order."), e.modules);
    visit(sized("looks", {0, max_looks},
                "Further looks of its particles, drawn over that of its modules in their order: a halo "
                "around a core, "
                "a glow around a mesh."),
          e.looks);
}

template <MaybeConst<ChildLimits> L, typename Visitor>
void describe(L& l, Visitor&& visit) {
    visit(number("children_per_parent", "", {0, max_children}, {1, 1024},
                 "Most children of one parent in one step; further ones are ignored. It is lowered if the "
                 "whole capacity could ask for more than 2^31.",
                 logarithmic),
          l.children_per_parent);
    visit(number("children_per_step", "", {0, shared::MAX_CAPACITY}, {1, 1 << 20},
                 "Most children of all parents in one step; further ones count as dropped.", logarithmic),
          l.children_per_step);
}

template <MaybeConst<Effect> E, typename Visitor>
void describe(E& e, Visitor&& visit) {
    visit(sized("$schema", {0, 1000},
                "The address of the JSON Schema, by which editors check and complete the file; it changes "
                "nothing."),
          e.schema);
    visit(required(number("format", "", {format_version, format_version}, {},
                          "The version of the file format; required.")),
          e.format);
    visit(sized("name", {0, 100}, "The effect's name in lists and in the window's title."), e.name);
    visit(sized("description", {0, 10000}, "Text for people; it changes nothing."), e.description);
    visit(number("steps_per_second", "", {1, 1000}, {30, 240},
                 "Steps of the simulation per second of simulated time."),
          e.steps_per_second);
    visit(number("prewarm", "s", {0, 600}, {0, 60}, "Simulated time before the first frame."), e.prewarm);
    visit(plain("when_full", "The policy for births beyond the capacity."), e.when_full);
    visit(plain("limits", "Bounds on the births of children."), e.limits);
    visit(plain("blend", "How a particle blends with what lies behind it."), e.blend);
    visit(plain("floor", "A horizontal plane that particles bounce on."), e.plane);
    visit(plain("scenery", "What particles are seen in."), e.scenery);
    visit(plain("view",
                "The camera's pose, and its orbit or way until a person moves it, its lens and exposure."),
          e.view);
    visit(plain("transform", "Where the spaces of all emitters lie in the world."), e.transform);
    visit(sized("properties", {0, max_properties},
                "Numbers that expressions can use by name, and that people change."),
          e.properties);
    visit(sized("let", {0, max_lets}, "Local values: names for expressions that all emitters use."), e.lets);
    visit(sized("emitters", {1, shared::MAX_EMITTERS}, "The sources of particles."), e.emitters);
    visit(files_field, e.files);
}

}  // namespace winnow::effects
