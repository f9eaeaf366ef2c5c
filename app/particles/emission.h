// How many each emitter gives birth to, step by step, without drift and without floating-point surprises.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "effects/effect.h"

namespace winnow::particles {

/// Rates accumulate in 32.32 fixed point: over any span the births are the rate times the time, to within
/// one, and they are a function of the rates and the number of steps alone.
class Emission {
  public:
    /// New rates; fractions of births that have accumulated stay with their emitters.
    void configure(const effects::Effect& effect, float density);
    void reset();
    /// What has accumulated of births, one an emitter: with the rates, all that next() is a function of.
    const std::vector<std::uint64_t>& fractions() const { return accumulated_; }
    /// Precondition: as many as the emitters of configure().
    void restore(std::vector<std::uint64_t> fractions) { accumulated_ = std::move(fractions); }

    /// Births asked for by all emitters in one step are held to this.
    static constexpr std::uint32_t most_births = 0x7FFFFFFF;

    /// Births of the next step: exclusive prefix sums over the emitters, the total last.
    const std::vector<std::uint32_t>& next();
    std::uint32_t total() const { return offsets_.back(); }

  private:
    std::vector<std::uint64_t> rates_;        // births per step, 32.32
    std::vector<std::uint64_t> accumulated_;  // fractions, 32.32
    std::vector<std::uint32_t> offsets_{0};
};

}  // namespace winnow::particles
