// The table of the settings other than the effect, in the form that fields.h describes.
#pragma once

#include "effects/model/fields.h"
#include "settings/settings.h"

namespace winnow::effects {

inline constexpr std::array sortings{
    Named<Sorting>{Sorting::automatic, "auto", "on where near particles cover far ones"},
    Named<Sorting>{Sorting::off, "off", "drawn in the order of their birth"},
    Named<Sorting>{Sorting::on, "on", "drawn from back to front"},
};
inline constexpr std::array key_bits{
    Named<KeyBits>{KeyBits::sixteen, "16", "half the passes; 65,536 levels of depth"},
    Named<KeyBits>{KeyBits::thirty_two, "32", "the full precision of the depth"},
};
inline constexpr std::array draw_methods{
    Named<DrawMethod>{DrawMethod::automatic, "auto", "tiles on a GPU, else triangles"},
    Named<DrawMethod>{DrawMethod::tiles, "tiles", "sorted by tile and drawn by compute shaders"},
    Named<DrawMethod>{DrawMethod::triangles, "triangles", "one triangle around each particle"},
};
template <>
inline constexpr const auto& names<Backend> = backends;
template <>
inline constexpr const auto& names<BlockScan> = block_scans;
template <>
inline constexpr const auto& names<GridStrategy> = grid_strategies;
template <>
inline constexpr const auto& names<Compaction> = compactions;
template <>
inline constexpr const auto& names<DrawMethod> = draw_methods;
template <>
inline constexpr const auto& names<Sorting> = sortings;
template <>
inline constexpr const auto& names<KeyBits> = key_bits;

template <>
inline constexpr bool is_described<SimulationSettings> = true;
template <>
inline constexpr bool is_described<DisplaySettings> = true;
template <>
inline constexpr bool is_described<Settings> = true;

template <MaybeConst<SimulationSettings> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(plain("backend", "The backend that computes scans and compaction."), s.backend);
    visit(plain("block", "The scan within a tile."), s.scan.block);
    visit(plain("grid", "How the scans of the tiles are joined."), s.scan.grid);
    visit(plain("compaction", "How the survivors are packed."), s.compaction);
    visit(number("capacity", "particles", {1, shared::MAX_CAPACITY}, {1024, 1 << 24},
                 "How many particles can be alive.", logarithmic),
          s.capacity);
    visit(number("seed", "", {0, 4294967295.0}, {0, 1000}, "The seed of all random numbers."), s.seed);
    visit(number("density", "", {0, max_density}, {0, 10}, "Factor on every emitter's rate."), s.density);
    visit(plain("paused", "Stops the simulated time."), s.paused);
    visit(number("time_scale", "", {0.05, 4}, {0.05, 4}, "Simulated time per real time.", logarithmic),
          s.time_scale);
}

template <MaybeConst<DisplaySettings> D, typename Visitor>
void describe(D& d, Visitor&& visit) {
    visit(plain("vsync", "Frames wait for the display."), d.vsync);
    visit(
        number("picture_cap", "frames per second", {0, 1000}, {0, 240}, "Most frames per second; 0: no cap."),
        d.frame_cap);
    visit(plain("panel", "Shows the panel."), d.panel);
    visit(plain("timeline", "Shows the timeline with the panel."), d.timeline);
    visit(plain("help", "Shows the list of keys."), d.help);
    visit(plain("bloom", "Bright light spreads around its source."), d.bloom);
    visit(plain("vignette", "The picture is darker in its corners."), d.vignette);
    visit(plain("grading", "The effect's tint, saturation and contrast."), d.grading);
    visit(plain("lens", "Depth of field and motion blur, where the effect's view has them."), d.lens);
    visit(plain("grid", "Lines on the ground, every half metre."), d.grid);
    visit(plain("handles", "Places and directions of the effect can be dragged in the picture."), d.handles);
    visit(number("resolution", "", {0.25, 1}, {0.25, 1},
                 "Sides of the drawn picture, relative to the window's: less is faster, and softer."),
          d.resolution);
    visit(plain("dynamic_resolution",
                "Draws a coarser picture, of at least three tenths of the sides, while it moves and frames "
                "take longer than 0.09 seconds."),
          d.dynamic_resolution);
    visit(number("ui_scale", "", {0.5, 4}, {0.5, 4}, "Scale of the panel's text."), d.ui_scale);
    visit(plain("high_contrast", "Text, frames and the focus of the panel stand out more."), d.high_contrast);
    visit(plain("culling", "Draws only particles in the view; the frame stays the same."), d.culling);
    visit(plain("sorting", "Draws particles from back to front."), d.sorting);
    visit(number("sort_every", "frames", {1, max_sort_every}, {1, max_sort_every},
                 "Frames from one sort to the next; in between, the cached order is used."),
          d.sort_every);
    visit(plain("sort_key_bits", "Bits of depth in the sort key."), d.sort_key_bits);
    visit(plain("draw", "How particles are drawn. Where the memory is too short for tiles, triangles draw."),
          d.draw);
    visit(plain("freeze_camera", "The camera that culls and sorts stays in place while the view moves on."),
          d.freeze_camera);
    visit(plain("lab", "Shows the Lab."), d.lab);
    visit(plain("tour", "Offers the tour of the Lab."), d.tour);
}

template <MaybeConst<Settings> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(plain("effect", "The effect that is simulated."), s.effect);
    visit(plain("simulation", "How the effect is computed."), s.simulation);
    visit(plain("display", "How the effect is shown."), s.display);
}

}  // namespace winnow::effects
