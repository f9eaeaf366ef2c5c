// Chooses in a window how particles are drawn: by measuring both renderers, for a few frames each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace winnow::view {

/// The facts that a window knows before a frame.
struct DrawnSoFar {
    std::string effect;  // another one is measured anew
    std::uint32_t alive = 0;
    std::optional<double> milliseconds;  // of drawing the particles of a recent frame, on the GPU
};

/// Tries the other renderer once the effect lives, and again when the number alive has become four times
/// larger or smaller. The renderer that is tried draws a few frames; it is not tried where it would be so
/// slow that the picture stopped.
class DrawTrial {
  public:
    static constexpr std::uint32_t frames_of_trial = 8;  // times arrive some frames late
    static constexpr std::uint32_t max_untried =
        250'000;  // alive; with more, an unknown renderer could stop the picture
    static constexpr std::uint32_t growth = 4;

    /// `tiles_first`: what draws until something was measured.
    explicit DrawTrial(bool tiles_first) : rule_(tiles_first), by_tiles_(tiles_first) {}

    /// Returns true if the next frame is drawn by tiles. Call it once a frame.
    bool next(const DrawnSoFar& seen);

  private:
    /// The time of the renderer that was not chosen.
    struct Loser {
        std::uint32_t alive;
        double milliseconds;

        double expected(std::uint32_t of) const { return milliseconds * of / alive; }
    };

    bool is_due(std::uint32_t alive) const;
    void finish(const DrawnSoFar& seen);

    bool rule_, by_tiles_;
    std::string effect_;
    std::uint32_t frames_ = 0;      // of this renderer
    std::optional<double> before_;  // milliseconds of the other renderer; set while a trial runs
    std::optional<Loser> loser_;
};

}  // namespace winnow::view
