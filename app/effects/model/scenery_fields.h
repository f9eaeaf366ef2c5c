// The fields of an effect's floor and scenery; see fields.h.
#pragma once

#include "effects/model/field.h"
#include "effects/model/scenery.h"
#include "shaders/shared.h"

namespace winnow::effects {

template <>
inline constexpr bool is_described<Plane> = true;
template <>
inline constexpr bool is_described<ObjectSurface> = true;
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

inline constexpr double max_objects = 256;              // of a scenery
inline constexpr double max_lamps = shared::MAX_LAMPS;  // likewise
inline constexpr double max_sky_stops = shared::MAX_SKY_STOPS;
inline constexpr double max_octaves = 8;  // of a smooth random force

template <MaybeConst<Plane> F, typename Visitor>
void describe(F& f, Visitor&& visit) {
    visit(plain("enabled", "Turns the plane on; without it there is no ground either."), f.enabled);
    visit(number("height", "m", metres_anywhere, metres_near, "The plane's y coordinate."), f.height);
    visit(number("restitution", "", share, share, "Share of the normal speed kept at a bounce."),
          f.restitution);
    visit(number("friction", "", share, share, "Share of the tangential speed lost at a bounce."),
          f.friction);
}

template <MaybeConst<ObjectSurface> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(number("grain", "", share, share, "The contrast of patches in its colour: stone, bark, plaster."),
          s.grain);
    visit(number("bumps", "", share, share,
                 "How high those patches are, as light falls on them; its outline stays."),
          s.bumps);
    visit(number("patch_size", "m", {1e-3, 1e3}, {0.01, 10},
                 "The size of the largest patches; the smallest are an eighth of it.", logarithmic),
          s.patch_size);
    visit(number("stretch", "", {0.01, 100}, {0.1, 10},
                 "Factors on that size along its own axes: long along a trunk, wide in strata.", logarithmic),
          s.stretch);
    visit(
        number(
            "roughness", "", {0.05, 1}, {0.05, 1},
            "How wide the first lamp's gleam is: 0.2 as on lacquer, 0.4 as on wet stone; at 1 it is matte."),
        s.roughness);
    visit(number("cover", "", share, share,
                 "How much of it something has settled on: at 0 nothing, at 0.3 the sides that look up, at 1 "
                 "all of it; the patches make the edge ragged."),
          s.cover);
    visit(coloured(number("cover_colour", "", share, share,
                          "The colour of what has settled: snow, moss, dust, soot.")),
          s.cover_colour);
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
                 "Its size along its own axes, before it is turned; of a mesh, a factor on its size.",
                 logarithmic),
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
    visit(
        plain("surface", "How it looks beyond its colour: patches, bumps, a gleam, what has settled on it."),
        o.surface);
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
                "Objects and solid particles cast shadows in its light. In that of the first such lamp, "
                "particles with `shading` shade each other."),
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
    visit(number("haze", "m", {0, 1e6}, {0, 100},
                 "The way in which haze of the horizon's colour leaves 1/e of what is seen of it; 0: there "
                 "is none."),
          w.haze);
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

}  // namespace winnow::effects
