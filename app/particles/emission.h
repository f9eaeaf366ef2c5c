// How many each emitter gives birth to, step by step, without drift and without floating-point surprises.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "effects/effect.h"

namespace winnow::particles {

/// When a burst comes: at step numbers that are functions of the effect alone, so that no rounding adds up.
class Schedule {
  public:
    explicit Schedule(const effects::Burst& burst);
    /// How often it has come when step number `step`, from 1, is over. One at time t comes in the step whose
    /// beginning is nearest to t.
    std::uint64_t times_by(std::uint64_t step, std::uint32_t steps_per_second) const;

  private:
    double first_, every_;  // seconds
    double most_;           // times
};

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

    /// Births of step number `step`, from 1, by rates and bursts: exclusive prefix sums over the emitters,
    /// the total last. To be called once for each step, in order. Allocates nothing.
    const std::vector<std::uint32_t>& next(std::uint64_t step);
    std::uint32_t total() const { return offsets_.back(); }

  private:
    /// One emitter's burst; the count is with the density.
    struct Burst {
        std::size_t emitter;
        Schedule schedule;
        std::uint64_t count;
    };
    std::uint64_t bursts_of(std::size_t emitter, std::uint64_t step, std::size_t& at) const;

    std::uint32_t steps_per_second_ = 1;
    std::vector<Burst> bursts_;               // by emitter
    std::vector<std::uint64_t> rates_;        // births per step, 32.32
    std::vector<std::uint64_t> accumulated_;  // fractions, 32.32
    std::vector<std::uint32_t> offsets_{0};
};

}  // namespace winnow::particles
