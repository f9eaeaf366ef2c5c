// The table of the settings beside the effect, of the kind that fields.h states.
#pragma once

#include "effects/fields.h"
#include "effects/settings.h"

namespace winnow::effects {

inline constexpr std::array sortings{
    Named<Sorting>{Sorting::automatic, "auto", "where the near covers the far"},
    Named<Sorting>{Sorting::off, "off", "drawn in the order of their age"},
    Named<Sorting>{Sorting::on, "on", "drawn from back to front"},
};
inline constexpr std::array key_bits{
    Named<KeyBits>{KeyBits::sixteen, "16", "half the passes; 65,536 steps of depth over what is seen"},
    Named<KeyBits>{KeyBits::thirty_two, "32", "as fine as the depth itself"},
};
template <>
inline constexpr const auto& names<Sorting> = sortings;
template <>
inline constexpr const auto& names<KeyBits> = key_bits;

template <>
inline constexpr bool is_described<Simulation> = true;
template <>
inline constexpr bool is_described<Display> = true;
template <>
inline constexpr bool is_described<Settings> = true;

template <MaybeConst<Simulation> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(plain("backend", "Who computes scans and compaction."), s.backend);
    visit(plain("block", "The scan inside a tile."), s.scan.block);
    visit(plain("grid", "How tiles are joined."), s.scan.grid);
    visit(plain("compaction", "How the survivors are packed."), s.compaction);
    visit(number("capacity", "particles", {1, shared::MAX_CAPACITY}, {1024, 1 << 24},
                 "How many can be alive.", logarithmic),
          s.capacity);
    visit(number("seed", "", {0, 4294967295.0}, {0, 1000}, "What all randomness is drawn from."), s.seed);
    visit(number("density", "", {0, 1000}, {0, 10}, "Factor on every emitter's rate."), s.density);
    visit(plain("paused", "Whether time stands still."), s.paused);
    visit(number("time_scale", "", {0.05, 4}, {0.05, 4}, "Simulated time by real time.", logarithmic),
          s.time_scale);
}

template <MaybeConst<Display> D, typename Visitor>
void describe(D& d, Visitor&& visit) {
    visit(plain("vsync", "Whether pictures wait for the display."), d.vsync);
    visit(number("picture_cap", "pictures per second", {0, 1000}, {0, 240}, "No more than these; 0: no cap."),
          d.picture_cap);
    visit(plain("panel", "Whether the panel is open."), d.panel);
    visit(plain("help", "Whether the list of keys is open."), d.help);
    visit(plain("bloom", "Whether bright light spills over."), d.bloom);
    visit(number("ui_scale", "", {0.5, 4}, {0.5, 4}, "Size of the panel's text."), d.ui_scale);
    visit(plain("culling", "Whether only what lies in the view is drawn; the picture is the same."),
          d.culling);
    visit(plain("sorting", "Whether particles are drawn from back to front."), d.sorting);
    visit(number("sort_every", "pictures", {1, most_sort_every}, {1, most_sort_every},
                 "How often the order is made anew; in between it is kept."),
          d.sort_every);
    visit(plain("sort_key_bits", "How finely depth is told apart."), d.sort_key_bits);
    visit(plain("freeze_camera", "Whether what culls and sorts stays where it is while the view moves on."),
          d.freeze_camera);
}

template <MaybeConst<Settings> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(plain("effect", "What is simulated."), s.effect);
    visit(plain("simulation", "How it is computed."), s.simulation);
    visit(plain("display", "How it is shown."), s.display);
}

}  // namespace winnow::effects
