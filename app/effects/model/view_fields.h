// The fields of an effect's view; see fields.h.
#pragma once

#include <cstddef>

#include "effects/model/field.h"
#include "effects/model/view.h"

namespace winnow::effects {

template <>
inline constexpr bool is_described<Waypoint> = true;
template <>
inline constexpr bool is_described<ExposureKey> = true;
template <>
inline constexpr bool is_described<Grading> = true;
template <>
inline constexpr bool is_described<View> = true;

inline constexpr Interval view_distances{0.01, 1e5};  // metres; a person's camera has the same limits
inline constexpr Interval view_pitches{-89, 89};      // degrees, likewise
inline constexpr Interval view_angles{1, 170};        // degrees, of the field of view
inline constexpr Interval rolls{-180, 180};           // degrees
inline constexpr std::size_t min_waypoints = 2;
inline constexpr double max_exposures = 4096;        // of a track
inline constexpr Interval exposures{0.0001, 10000};  // factors on light
inline constexpr double max_waypoints = 256;         // of a camera's way

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

}  // namespace winnow::effects
