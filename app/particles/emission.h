// Counts the births of each emitter per step, without accumulating rounding errors.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "effects/compile/rate.h"

namespace winnow::particles {

/// The times of a burst: functions of the effect alone, so no rounding error accumulates.
class Schedule {
  public:
    Schedule(const effects::Burst& burst, const effects::Emitter& emitter);
    /// Returns how often the burst has come by the end of step number `step`, counted from 1. A burst at time
    /// t comes in the step whose beginning is nearest to t.
    std::uint64_t times_by(std::uint64_t step, std::uint32_t steps_per_second) const;
    /// Returns how often its time lies before a time in seconds.
    std::uint64_t times_before(double until) const;
    /// Returns false if the burst has been for the last time before this index.
    bool comes(std::uint64_t index) const;
    /// The time of the burst with an index, counted from 0: in seconds, and since its emitter's loop began.
    struct Time {
        double global, in_loop;
    };
    Time time_of(std::uint64_t index) const;

  private:
    std::uint64_t times_in_loop(double until) const;

    double first_, every_;    // seconds
    double most_;             // times
    double loop_ = 0;         // seconds; 0: the emitter does not begin anew
    std::uint64_t each_ = 0;  // times in a loop
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
    /// moments, shared::BirthTiming of each row; then, if an emitter has exact bursts, MAX_BURST_RUNS times
    /// shared::BurstRun. What bursts draw depends on the run's seed. Call it once per step, in order. Does
    /// not allocate for constant rates.
    const std::vector<std::uint32_t>& next(std::uint64_t step, std::uint32_t seed = 0);
    /// The births per step: a whole number, and a fraction in units of 2^-32.
    struct Rate {
        std::uint64_t whole = 0, fraction = 0;
    };
    /// True if the births of all steps follow from rates() alone: fractions add up, and nothing else is
    /// uploaded.
    bool is_constant() const { return rate_curves_.empty() && bursts_.empty() && !has_moments_; }
    /// Returns the rates of the rows, those of the newest step.
    const std::vector<Rate>& rates() const { return rates_; }
    /// True if next() returns the moments of births; see there.
    bool has_moments() const { return has_moments_; }
    /// Returns the bursts' runs of the newest step, of which there are as many as MAX_BURST_RUNS at most.
    std::uint32_t runs() const { return runs_; }

    /// Returns the number of words that next() returns.
    std::size_t words() const { return numbers_.size(); }
    std::uint32_t total() const { return numbers_[rates_.size()]; }
    /// Returns the births of that step beyond total(); the sum of both is exact below 2^64.
    std::uint64_t beyond() const { return asked_ - total(); }

  private:
    /// The parts of a burst that differ from one time to the next.
    struct Varied {
        effects::BurstValues values;
        double delay_least, delay_most, duration;  // seconds
        std::uint32_t number;                      // among those of its emitter
        bool is_exact;                             // its births have moments of their own
    };
    /// A burst of one row; the density is applied to the count.
    struct Burst {
        std::size_t row;
        Schedule schedule;
        double density = 1;
        std::uint64_t count = 0;
        std::optional<Varied> varied = {};  // then the count is not used
    };
    /// A burst as it comes.
    struct Occurrence {
        double begin;         // seconds
        std::uint64_t count;  // births
    };
    /// A rate that is not the same in all steps.
    struct RateCurve {
        std::size_t row;
        effects::StackValue value;
        double duration = 0;  // of the emitter, seconds; 0: without end
        bool loops = false;
        double density = 1;
    };
    static Rate rate_of(double births_per_step);
    void add_bursts(const effects::Emitter& emitter, std::span<const effects::BurstValues> values,
                    std::size_t row, double density);
    void set_rates(std::uint64_t step);
    std::uint64_t rate_births(std::size_t row);
    void set_moments(std::size_t row, std::uint64_t fraction_before, std::uint64_t by_rate);
    std::uint64_t bursts_of(std::size_t row, std::uint64_t step, std::uint64_t by_rate, std::size_t& at);
    std::uint64_t varied_births(const Burst& burst, std::uint64_t step, std::uint64_t before);
    Occurrence occurrence(const Burst& burst, std::uint64_t index) const;
    void add_run(std::size_t row, std::uint64_t end, double moment, double between);
    std::size_t moments_at(std::size_t row) const;

    std::uint32_t steps_per_second_ = 1;
    std::vector<effects::Property> properties_;
    std::vector<RateCurve> rate_curves_;
    std::vector<Burst> bursts_;               // by row
    std::vector<Rate> rates_;                 // by row
    std::vector<std::uint64_t> accumulated_;  // fractions, in units of 2^-32
    std::vector<std::uint32_t> numbers_{0};   // as next() returns them
    bool has_moments_ = false, has_runs_ = false;
    std::uint32_t seed_ = 0, runs_ = 0;  // of the present step
    std::uint64_t asked_ = 0;            // births of the present step
};

}  // namespace winnow::particles
