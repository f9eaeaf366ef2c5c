// The table of the settings beside the effect, of the kind that fields.h states.
#pragma once

#include "effects/fields.h"
#include "effects/settings.h"

namespace winnow::effects {

template <>
inline constexpr bool is_described<Simulation> = true;
template <>
inline constexpr bool is_described<Display> = true;
template <>
inline constexpr bool is_described<Settings> = true;

template <MaybeConst<Simulation> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(plain("backend", "Who computes scans and compaction."), s.backend);
    visit(plain("block", "The scan inside a tile."), s.block);
    visit(plain("grid", "How tiles are joined."), s.grid);
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
}

template <MaybeConst<Settings> S, typename Visitor>
void describe(S& s, Visitor&& visit) {
    visit(plain("effect", "What is simulated."), s.effect);
    visit(plain("simulation", "How it is computed."), s.simulation);
    visit(plain("display", "How it is shown."), s.display);
}

}  // namespace winnow::effects
