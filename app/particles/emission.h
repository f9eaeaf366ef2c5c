// Counts the births of each emitter per step, without accumulating rounding errors.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "effects/compile/rate.h"

namespace winnow::particles {

/// The steps in which a burst comes: functions of the effect alone, so no rounding error accumulates.
class Schedule {
  public:
    explicit Schedule(const effects::Burst& burst);
    /// Returns how often the burst has come by the end of step number `step`, counted from 1. A burst at time
    /// t comes in the step whose beginning is nearest to t.
    std::uint64_t times_by(std::uint64_t step, std::uint32_t steps_per_second) const;

  private:
    double first_, every_;  // seconds
    double most_;           // times
};

/// Accumulates fractions of births in units of 2^-32: over any span the births equal the rate times the time
/// to within one, and they depend on the rates and the numbers of the steps alone. A rate that changes has in
/// a step the value of the step's middle.
class Emission {
  public:
    /// Sets new rates. Emitter i has the row rows[i] of `count`; births and fractions are counted by row, and
    /// fractions that have accumulated stay in their rows.
    void configure(const effects::CompiledEffect& compiled, float density,
                   std::span<const std::uint32_t> rows, std::uint32_t count);
    void reset();
    /// Forgets the fraction of one row.
    void reset(std::size_t row) { accumulated_[row] = 0; }
    /// Returns the accumulated fractions, one per row: together with the rates they determine what next()
    /// returns.
    const std::vector<std::uint64_t>& fractions() const { return accumulated_; }
    /// Precondition: one fraction per row of configure().
    void restore(std::vector<std::uint64_t> fractions) { accumulated_ = std::move(fractions); }

    /// Most births of one step that are sent to the GPU; no capacity holds more.
    static constexpr std::uint32_t max_births = 0x7FFFFFFF;

    /// Returns the births of step number `step`, counted from 1, by rates and bursts, as exclusive prefix
    /// sums over the rows with the total last, each at most max_births; then, if an emitter has even
    /// moments, shared::BirthTiming of each row. Call it once per step, in order. Does not allocate for
    /// constant rates.
    const std::vector<std::uint32_t>& next(std::uint64_t step);
    /// Returns the number of words that next() returns.
    std::size_t words() const { return numbers_.size(); }
    std::uint32_t total() const { return numbers_[rates_.size()]; }
    /// Returns the births of that step beyond total(); the sum of both is exact below 2^64.
    std::uint64_t beyond() const { return asked_ - total(); }

  private:
    /// A burst of one row; the density is applied to the count.
    struct Burst {
        std::size_t row;
        Schedule schedule;
        std::uint64_t count;
    };
    /// The births per step: a whole number, and a fraction in units of 2^-32.
    struct Rate {
        std::uint64_t whole = 0, fraction = 0;
    };
    /// A rate that is not the same in all steps.
    struct RateCurve {
        std::size_t row;
        effects::StackValue value;
    };
    static Rate rate_of(double births_per_step);
    void set_rates(std::uint64_t step);
    std::uint64_t rate_births(std::size_t row);
    void set_moments(std::size_t row, std::uint64_t fraction_before, std::uint64_t by_rate);
    std::uint64_t bursts_of(std::size_t row, std::uint64_t step, std::size_t& at) const;

    std::uint32_t steps_per_second_ = 1;
    double density_ = 1;
    std::vector<effects::Property> properties_;
    std::vector<RateCurve> rate_curves_;
    std::vector<Burst> bursts_;               // by row
    std::vector<Rate> rates_;                 // by row
    std::vector<std::uint64_t> accumulated_;  // fractions, in units of 2^-32
    std::vector<std::uint32_t> numbers_{0};   // as next() returns them
    bool has_moments_ = false;
    std::uint64_t asked_ = 0;  // births of the present step
};

}  // namespace winnow::particles
