// The time of films: how many steps lie between two pictures.
#pragma once

#include <cstdint>

namespace winnow::session {

/// Turns pictures of equal length into whole steps: after n of them floor(n * steps a second / pictures a
/// second) are due, so that no error adds up and films whose parts are rendered apart join exactly. The step
/// number alone does not say how far a picture's time is beyond it (several pictures may show one step), so
/// that a saved state keeps the phase.
class FrameClock {
  public:
    /// The part of a step that the pictures are ahead of the steps: `part` / `of`, below 1.
    struct Phase {
        std::uint32_t part = 0, of = 1;
        bool operator==(const Phase&) const = default;
    };

    FrameClock() = default;
    explicit FrameClock(Phase phase) : phase_(phase) {}
    /// The steps of the next picture. At another number of pictures a second than before, the phase is
    /// rounded down to what is possible with it.
    std::uint64_t advance(std::uint32_t steps_per_second, std::uint32_t pictures_per_second);
    Phase phase() const { return phase_; }

  private:
    Phase phase_;
};

}  // namespace winnow::session
