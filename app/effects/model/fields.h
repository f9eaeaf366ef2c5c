// The table of an effect's fields: key, unit, range and sentence of each. The JSON reader and writer, the
// validation, the panel and the documentation all walk it; nothing else knows a key or a range.
//
// describe(value, visit) calls visit(const Field&, member) for every member in the order of the file. Members
// are float, std::uint32_t, bool, std::string, vec3, vec4 (a colour), Range, Rate, BurstCount, Probability,
// NumberInTime, VectorInTime, Spline, PropertyValue, Lets, an enumeration with names<> (names.h), another
// described struct, or a vector of those.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "effects/model/effect.h"
#include "effects/model/names.h"
#include "shaders/shared.h"

namespace winnow::effects {

struct Interval {
    double least = 0, most = 0;
};

struct Field {
    std::string_view key;
    std::string_view unit = "";  // empty: a plain number, or none
    Interval range = {};         // of each number, of a string's length in bytes, or of a list's length
    Interval usual = {};         // range of a slider
    bool logarithmic = false;    // the slider's scale
    bool required = false;       // a file must have the key
    std::string_view sentence;   // for tooltips and the documentation
    bool drawn = false;      // of a Range: values are drawn from it, so a file may have one number instead
    bool is_colour = false;  // of a vec3: linear red, green and blue
};

/// Returns the key with spaces: "when full".
inline std::string label(const Field& field) {
    std::string text(field.key);
    for (char& c : text)
        if (c == '_') c = ' ';
    return text;
}

inline constexpr bool logarithmic = true;

// Rows of the tables: number() for numbers and vectors, sized() for strings and lists, plain() for the rest.
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
constexpr Field drawn(Field field) {
    field.drawn = true;
    return field;
}
constexpr Field coloured(Field field) {
    field.is_colour = true;
    return field;
}
template <typename Given, typename Struct>
concept MaybeConst = std::same_as<std::remove_const_t<Given>, Struct>;

/// True if there is a describe() for the type.
template <typename Value>
inline constexpr bool is_described = false;
template <>
inline constexpr bool is_described<Emitter> = true;
template <>
inline constexpr bool is_described<FurtherLook> = true;
template <>
inline constexpr bool is_described<Property> = true;
template <>
inline constexpr bool is_described<Plane> = true;
template <>
inline constexpr bool is_described<SceneObject> = true;
template <>
inline constexpr bool is_described<Lamp> = true;
template <>
inline constexpr bool is_described<SkyStop> = true;
template <>
inline constexpr bool is_described<SkyPicture> = true;
template <>
inline constexpr bool is_described<GroundPicture> = true;
template <>
inline constexpr bool is_described<Water> = true;
template <>
inline constexpr bool is_described<Clouds> = true;
template <>
inline constexpr bool is_described<Fog> = true;
template <>
inline constexpr bool is_described<Scenery> = true;
template <>
inline constexpr bool is_described<Waypoint> = true;
template <>
inline constexpr bool is_described<ExposureKey> = true;
template <>
inline constexpr bool is_described<Grading> = true;
template <>
inline constexpr bool is_described<View> = true;
template <>
inline constexpr bool is_described<Burst> = true;
template <>
inline constexpr bool is_described<Children> = true;
template <>
inline constexpr bool is_described<ChildLimits> = true;
template <>
inline constexpr bool is_described<Motion> = true;
template <>
inline constexpr bool is_described<Transform> = true;
template <>
inline constexpr bool is_described<Effect> = true;

template <typename Value>
concept Described = is_described<Value>;
template <typename Value>
concept Enumeration = std::is_enum_v<Value>;

inline constexpr Interval share{0, 1};
inline constexpr Interval metres_anywhere{-1e6, 1e6};
inline constexpr Interval view_distances{0.01, 1e5};  // metres; a person's camera has the same limits
inline constexpr Interval view_pitches{-89, 89};      // degrees, likewise
inline constexpr Interval metres_near{-5, 5};
inline constexpr Interval view_angles{1, 170};  // degrees, of the field of view
inline constexpr Interval rolls{-180, 180};     // degrees
inline constexpr Interval any_property{-1e6, 1e6};
inline constexpr Interval light{0, 10000};  // the largest half float of the frame is 65,504

inline constexpr double max_modules = 64;                   // of a stack
inline constexpr double max_looks = shared::MAX_LOOKS - 1;  // beside that of the emitter's modules
inline constexpr double max_bursts = 64;                    // per emitter
inline constexpr std::size_t min_waypoints = 2;
inline constexpr double max_exposures = 4096;           // of a track
inline constexpr Interval exposures{0.0001, 10000};     // factors on light
inline constexpr double max_waypoints = 256;            // of a camera's way
inline constexpr double max_links = 16;                 // kinds of children per emitter
inline constexpr double max_properties = 64;            // per effect
inline constexpr double max_lets = 64;                  // of an effect or of an emitter
inline constexpr double max_objects = 256;              // of a scenery
inline constexpr double max_lamps = shared::MAX_LAMPS;  // likewise
inline constexpr double max_sky_stops = shared::MAX_SKY_STOPS;
inline constexpr double max_octaves = 8;       // of a smooth random force
inline constexpr double max_children = 65536;  // of one event or of one parent in a step
inline constexpr double longest_time = 1e6;    // seconds: eleven days

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

template <MaybeConst<Emitter> E, typename Visitor>
void describe(E& e, Visitor&& visit) {
    visit(sized("name", {0, 100}, "The emitter's name in the panel and in `children`."), e.name);
    visit(
        plain(
            "emits",
            "Turns births on: by rate, by bursts, and as children. Turned off, its living particles live on; "
            "those of an emitter that is removed from the effect die with the next step."),
        e.emits);
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

template <MaybeConst<Plane> F, typename Visitor>
void describe(F& f, Visitor&& visit) {
    visit(plain("enabled", "Turns the plane on."), f.enabled);
    visit(number("height", "m", metres_anywhere, metres_near, "The plane's y coordinate."), f.height);
    visit(number("restitution", "", share, share, "Share of the normal speed kept at a bounce."),
          f.restitution);
    visit(number("friction", "", share, share, "Share of the tangential speed lost at a bounce."),
          f.friction);
}

template <MaybeConst<SceneObject> O, typename Visitor>
void describe(O& o, Visitor&& visit) {
    visit(sized("name", {0, 100}, "Its name, for people."), o.name);
    visit(plain("shape", "Its shape, around its own middle."), o.shape);
    visit(sized("mesh", {0, 1000}, "For `mesh`: a Wavefront OBJ file in the effect's folder or below."),
          o.mesh);
    visit(number("position", "m", metres_anywhere, metres_near,
                 "The place of its middle; of a mesh, its origin."),
          o.position);
    visit(number("axis", "", {-1e6, 1e6}, {-1, 1}, "The axis that it is turned round."), o.axis);
    visit(number("angle", "degrees", {-360, 360}, {-180, 180}, "The angle that it is turned by."), o.angle);
    visit(number("size", "m", {1e-4, 1e5}, {0.01, 10},
                 "Its size along its own axes, before it is turned; of a mesh, a factor on its size."),
          o.size);
    visit(coloured(
              number("colour", "", share, share, "The share of red, green and blue light that it scatters.")),
          o.colour);
    visit(number("glow", "", light, {0, 20}, "Light of its own, times the colour."), o.glow);
    visit(plain("lights",
                "Its glow lights what is around it, as a ball of the same surface would; of the eight such "
                "objects "
                "that give the most light."),
          o.lights);
    visit(plain("shadows", "For `lights`: other objects cast shadows in its light."), o.shadows);
    visit(plain("collides", "Particles of emitters with the module `collide-scenery` cannot enter it."),
          o.collides);
    visit(plain("motion", "How its middle moves from `position`, and how it turns about it, as time goes."),
          o.motion);
}

template <MaybeConst<Lamp> L, typename Visitor>
void describe(L& l, Visitor&& visit) {
    visit(number("direction", "", {-1e6, 1e6}, {-1, 1},
                 "The direction in which the lamp is seen, of any length but 0; y is up."),
          l.direction);
    visit(coloured(number("colour", "", share, share, "The colour of its light.")), l.colour);
    visit(number("brightness", "", {0, 100}, {0, 4}, "Factor on its colour."), l.brightness);
    visit(number("size", "degrees", {0.01, 90}, {0.1, 20},
                 "The angle over which it is seen: 0.5 is the sun. The larger, the softer are the edges of "
                 "shadows, the more so the farther from what casts them; up to 0.1 they are sharp, and take "
                 "half the time.",
                 logarithmic),
          l.size);
    visit(plain("shadows",
                "Objects cast shadows in its light. In that of the first such lamp, solid particles do too, "
                "and those with "
                "`shading` shade each other."),
          l.shadows);
}

template <MaybeConst<SkyStop> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(number("at", "degrees", {-90, 90}, {-90, 90},
                 "The height above the horizon; stops lie in ascending order."),
          s.at);
    visit(coloured(number("colour", "", share, share, "The colour there.")), s.colour);
    visit(number("brightness", "", {0, 1000}, {0, 4}, "Factor on the colour."), s.brightness);
}

template <MaybeConst<SkyPicture> P, typename Visitor>
void describe(P& p, Visitor&& visit) {
    visit(
        sized(
            "file", {0, 1000},
            "A PNG or Radiance HDR file in the effect's folder or below, of at most 4096 x 2048 pixels: its "
            "width is once around, its height from the zenith to the nadir; `\"\"`: there is none."),
        p.file);
    visit(number("brightness", "", {0, 1000}, {0, 4}, "Factor on its light."), p.brightness);
    visit(number("turn", "degrees", {-360, 360}, {-180, 180},
                 "How far it is turned to the right. At 0, its middle lies where -z does."),
          p.turn);
}

template <MaybeConst<GroundPicture> P, typename Visitor>
void describe(P& p, Visitor&& visit) {
    visit(sized("file", {0, 1000},
                "A PNG or Radiance HDR file in the effect's folder or below, of at most 4096 x 2048 pixels, "
                "whose "
                "sides should fit each other; `\"\"`: there is none."),
          p.file);
    visit(number("size", "m", {0.001, 1e5}, {0.1, 20}, "The width that it covers, again and again.",
                 logarithmic),
          p.size);
}

template <MaybeConst<Water> W, typename Visitor>
void describe(W& w, Visitor&& visit) {
    visit(coloured(number("colour", "", share, share, "The share of light that its depths scatter.")),
          w.colour);
    visit(number("waves", "", share, {0, 0.4}, "How steep its waves are; 0: it is a mirror."), w.waves);
    visit(
        number("wave_length", "m", {0.01, 1000}, {0.1, 20}, "The length of the longest waves.", logarithmic),
        w.wave_length);
    visit(number("speed", "", {0, 10}, {0, 3}, "Factor on the speed of its waves; 0: they stand still."),
          w.speed);
}

template <MaybeConst<Clouds> C, typename Visitor>
void describe(C& c, Visitor&& visit) {
    visit(number("cover", "", share, share, "The share of the sky that they cover; 0: there are none."),
          c.cover);
    visit(number("size", "", {0.01, 100}, {0.1, 4},
                 "The size of their shapes, as a share of the height at which they are.", logarithmic),
          c.size);
    visit(coloured(number("colour", "", share, share, "The share of light that they scatter.")), c.colour);
    visit(
        number("speed", "", {-10, 10}, {-0.2, 0.2}, "The speed of their drift: heights per second, along x."),
        c.speed);
}

template <MaybeConst<Fog> F, typename Visitor>
void describe(F& f, Visitor&& visit) {
    visit(number("density", "per metre", {0, 100}, {0, 1},
                 "The share of the light from behind that is lost in a metre, while it is small; 0: there is "
                 "no fog."),
          f.density);
    visit(coloured(number("colour", "", share, share, "The share of that light which is scattered.")),
          f.colour);
    visit(number("base", "m", metres_anywhere, metres_near, "The height at which it has this density."),
          f.base);
    visit(number("thickness", "m", {0, 1e5}, {0, 50},
                 "The way upwards in which it thins to a third, as it thickens downwards; 0: it is the same "
                 "at all heights."),
          f.thickness);
    visit(number("forward", "", {0, 0.8}, {0, 0.8},
                 "How much of the first lamp's light goes on nearly straight: the fog is brighter towards "
                 "the lamp."),
          f.forward);
}

template <MaybeConst<Scenery> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(plain("ground", "The ground, in the plane of the floor."), s.ground);
    visit(plain("sky", "The background."), s.sky);
    visit(number("lamp", "", {0, 100}, {0, 4},
                 "Factor on the light of the lamps and of the sky, which particles, ground and objects "
                 "receive."),
          s.lamp);
    visit(sized("objects", {0, max_objects}, "Solid things, which hide what lies behind them."), s.objects);
    visit(sized("lamps", {0, max_lamps},
                "The distant lamps, such as a sun, a fill and a rim; `[]`: the usual lamp, from above on the "
                "left."),
          s.lamps);
    visit(plain("sky_light", "The light that falls on things from all around."), s.sky_light);
    visit(number("ambient", "", {0, 100}, {0, 10}, "Factor on that light."), s.ambient);
    visit(plain("scattered_light",
                "Particles with `shading` are lit by what particles shine of their own, and weaken it and "
                "the light "
                "from all around on its way through them."),
          s.scattered_light);
    visit(sized("sky_gradient", {0, max_sky_stops},
                "The colours of the sky by their height, in the place of `sky`; `[]`: those of `sky`."),
          s.gradient);
    visit(number("sun", "", light, {0, 100},
                 "The brightness of the disc of the first lamp that casts shadows, as it is seen in the sky; "
                 "0: it is not seen.",
                 logarithmic),
          s.sun);
    visit(number("stars", "", {0, 100}, {0, 4},
                 "The brightness of stars in a sky that has a `sky_gradient`; 1: as in a night."),
          s.stars);
    visit(plain("clouds", "Clouds that drift high above."), s.clouds);
    visit(plain("fog", "Air that hides what is far, lit by the lamps and by the sky."), s.fog);
    visit(coloured(number("ground_colour", "", share, share,
                          "For `plain` ground: the share of light that it scatters.")),
          s.ground_colour);
    visit(number("ground_mirror", "", share, share,
                 "For `plain` ground: the share of light that it mirrors, seen from above."),
          s.ground_mirror);
    visit(number("grid", "m", {0, 1000}, {0, 5}, "The distance of lines on the ground; 0: there are none."),
          s.grid);
    visit(coloured(number("grid_colour", "", share, share, "The light of these lines.")), s.grid_colour);
    visit(
        plain("sky_picture",
              "A picture of all that is around, in the place of `sky` and `sky_gradient`; floors mirror it."),
        s.sky_picture);
    visit(plain("ground_picture", "A picture on `plain` ground, in the place of its colour."),
          s.ground_picture);
    visit(plain("water", "For the ground `water`."), s.water);
}

template <MaybeConst<Waypoint> W, typename Visitor>
void describe(W& w, Visitor&& visit) {
    visit(number("time", "s", {0, 1e6}, {0, 20},
                 "When the camera is here, since the first frame; times lie in ascending order."),
          w.time);
    visit(number("position", "m", metres_anywhere, metres_near,
                 "The place of the camera, outside the objects of the scenery."),
          w.position);
    visit(number("target", "m", metres_anywhere, metres_near, "The point that it looks at."), w.target);
    visit(number("roll", "degrees", rolls, {-45, 45}, "Its turn to the right about the line of sight."),
          w.roll);
    visit(number("field_of_view", "degrees", {0, view_angles.most}, {0, 90},
                 "Its field of view; 0: that of the view."),
          w.field_of_view);
    visit(plain("cut", "The camera jumps here. Until then it stays at the point before."), w.cut);
}

template <MaybeConst<ExposureKey> K, typename Visitor>
void describe(K& k, Visitor&& visit) {
    visit(
        number("time", "s", {0, 1e6}, {0, 20}, "When, since the first frame; times lie in ascending order."),
        k.time);
    visit(number("factor", "", exposures, {0.05, 20}, "Factor on `exposure` then.", logarithmic), k.factor);
}

template <MaybeConst<Grading> G, typename Visitor>
void describe(G& g, Visitor&& visit) {
    visit(coloured(number("tint", "", {0, 10}, {0, 2}, "Factor on red, green and blue light.")), g.tint);
    visit(number("saturation", "", {0, 4}, {0, 2}, "How far colours are from grey; 0: all is grey."),
          g.saturation);
    visit(number("contrast", "", {0.1, 4}, {0.5, 2}, "Exponent on the light, around middle grey."),
          g.contrast);
}

template <MaybeConst<View> V, typename Visitor>
void describe(V& v, Visitor&& visit) {
    visit(
        number("target", "m", metres_anywhere, metres_near, "The point that the camera looks at and orbits."),
        v.target);
    visit(number("distance", "m", view_distances, {0.5, 50}, "Distance of the camera from its target.",
                 logarithmic),
          v.distance);
    visit(number("yaw", "degrees", {-360, 360}, {-180, 180}, "Angle of the camera around the vertical axis."),
          v.yaw);
    visit(number("pitch", "degrees", view_pitches, view_pitches, "Angle of the camera above the horizon."),
          v.pitch);
    visit(number("exposure", "", exposures, {0.05, 20}, "Factor on the light before tone mapping.",
                 logarithmic),
          v.exposure);
    visit(number("orbit", "degrees/s", {-360, 360}, {-10, 10},
                 "Speed at which the camera circles its target until a person moves it."),
          v.orbit);
    visit(number("sway", "degrees", {0, 180}, {0, 45},
                 "If above 0, the orbit turns back so far to either side of the pose, which it passes at its "
                 "full speed."),
          v.sway);
    visit(number("roll", "degrees", rolls, {-45, 45},
                 "Turn of the camera to the right about the line of sight."),
          v.roll);
    visit(number("field_of_view", "degrees", view_angles, {10, 90},
                 "The angle that the shorter side of the frame sees.", logarithmic),
          v.field_of_view);
    visit(number("near", "m", {0.001, 1000}, {0.01, 10},
                 "Nothing nearer to the camera is drawn. It must be below `far`.", logarithmic),
          v.near);
    visit(number("far", "m", {0.01, 4e6}, {10, 4e6},
                 "No particle and no object farther from the camera is drawn; ground and sky are.",
                 logarithmic),
          v.far);
    visit(
        number("aperture", "m", {0, 10}, {0, 0.5},
               "Diameter of the lens: the wider, the more is blurred what is out of focus; 0: all is sharp."),
        v.aperture);
    visit(number("focus", "m", {0, view_distances.most}, {0, 50},
                 "Distance from the camera to what is sharp; 0: that of its target."),
          v.focus);
    visit(number("shutter", "s", {0, 0.05}, {0, 0.05},
                 "The time up to a frame's own in which it is exposed: what moves is blurred; 0: a moment."),
          v.shutter);
    visit(number("bloom", "", {0, 10}, {0, 2}, "Factor on the light that spreads around bright places."),
          v.bloom);
    visit(number("vignette", "", share, share, "Share of the light that is lost in the corners."),
          v.vignette);
    visit(plain("grading", "Colours and contrast of the whole picture."), v.grading);
    visit(sized("exposures", {0, max_exposures},
                "Factors on the exposure as time goes, such as `render --meter` measures; `[]`: it stays the "
                "same."),
          v.exposures);
    visit(sized("path", {0, max_waypoints},
                "The way of the camera until a person moves it, at least two points; `[]`: it has none."),
          v.path);
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
}

}  // namespace winnow::effects
