// The timeline at the window's lower edge: plays, goes to any step, and shows what lies where in the run.
#pragma once

#include <string>
#include <vector>

#include "ui/widgets.h"

namespace winnow::ui {

/// A moment at which an effect does something of its own.
struct EffectMoment {
    double seconds;
    std::string what;  // "spark: burst", "rain: begins anew"
};

/// Returns when emitters burst or begin anew, from 0 to below this time, in order; at most
/// max_effect_moments, the first ones. A burst that is delayed at random is listed where it is earliest.
std::vector<EffectMoment> effect_moments(const effects::Effect& effect, double seconds);
inline constexpr std::size_t max_effect_moments = 400;

/// Returns the length of a timeline that shows this many seconds, and room for more.
double timeline_length(double seconds);

class TimelineBar {
  public:
    /// Draws the bar right of `left` pixels. Returns the height that it covers at the window's lower edge,
    /// pixels; 0: the window is too small for it.
    float draw(Draw& draw, float left);

  private:
    /// The part of the run that the track shows.
    struct Window {
        double from = 0, length = 1;  // steps
    };
    enum class Held { playhead, loop_begin, loop_end };

    void controls(Draw& draw);
    void track(Draw& draw);
    void follow(const TimelineModel& timeline, double steps);
    void zoom(double at, float notches, double steps);

    const std::vector<EffectMoment>& moments_of(const effects::Settings& settings, double seconds);

    Window window_;
    double zoom_ = 1;  // how many times shorter the window is than the whole
    Held held_ = Held::playhead;
    // The moments that were shown last, and what they were computed from.
    effects::Compiled moments_effect_;
    double moments_seconds_ = 0;
    std::vector<EffectMoment> moments_;
};

}  // namespace winnow::ui
