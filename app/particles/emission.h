// Counts the births of each emitter, step by step, without drift and without floating-point surprises.
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
    /// The number of times it has come when step number `step`, from 1, is over. One at time t comes in the
    /// step whose beginning is nearest to t.
    std::uint64_t times_by(std::uint64_t step, std::uint32_t steps_per_second) const;

  private:
    double first_, every_;  // seconds
    double most_;           // times
};

/// Fractions of births accumulate in units of 2^-32: over any span the births are the rate times the time, to
/// within one, and they are a function of the rates and the number of steps alone.
class Emission {
  public:
    /// New rates; fractions of births that have accumulated stay with their emitters.
    void configure(const effects::Effect& effect, float density);
    void reset();
    /// The fractions that have accumulated, one an emitter: with the rates, all that next() is a function of.
    const std::vector<std::uint64_t>& fractions() const { return accumulated_; }
    /// Precondition: as many as the emitters of configure().
    void restore(std::vector<std::uint64_t> fractions) { accumulated_ = std::move(fractions); }

    /// The GPU is told of so many births in one step, of which no more than a capacity can be born.
    static constexpr std::uint32_t most_births = 0x7FFFFFFF;

    /// Births of step number `step`, from 1, by rates and bursts: exclusive prefix sums over the emitters,
    /// the total last, each held to most_births. To be called once for each step, in order. Allocates
    /// nothing.
    const std::vector<std::uint32_t>& next(std::uint64_t step);
    std::uint32_t total() const { return offsets_.back(); }
    /// Births asked for in that step beyond total(); together they are exact below 2^64.
    std::uint64_t beyond() const { return asked_ - total(); }

  private:
    /// One emitter's burst; the count is with the density.
    struct Burst {
        std::size_t emitter;
        Schedule schedule;
        std::uint64_t count;
    };
    /// Births per step: a whole number, and a fraction in units of 2^-32.
    struct Rate {
        std::uint64_t whole, fraction;
    };
    static Rate rate_of(double births_per_step);
    std::uint64_t rate_births(std::size_t emitter);
    std::uint64_t bursts_of(std::size_t emitter, std::uint64_t step, std::size_t& at) const;

    std::uint32_t steps_per_second_ = 1;
    std::vector<Burst> bursts_;               // by emitter
    std::vector<Rate> rates_;                 // by emitter
    std::vector<std::uint64_t> accumulated_;  // fractions, in units of 2^-32
    std::vector<std::uint32_t> offsets_{0};
    std::uint64_t asked_ = 0;  // births of the step
};

}  // namespace winnow::particles
