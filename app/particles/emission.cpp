#include "particles/emission.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "effects/format/effect_file.h"
#include "shaders/shared.h"

namespace winnow::particles {
namespace {

constexpr double one = 4294967296.0;  // a whole birth, in units of its fraction
constexpr std::uint32_t fraction_bits = 32;
constexpr std::uint64_t fraction_mask = 0xFFFFFFFF;
constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

std::uint64_t held_sum(std::uint64_t a, std::uint64_t b) {
    return a > most - b ? most : a + b;
}

std::uint64_t held_product(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > most / b ? most : a * b;
}

std::uint64_t scaled(double count, double density) {
    return static_cast<std::uint64_t>(std::llround(density * count));
}

constexpr double max_times = 9007199254740992.0;  // 2^53: doubles hold all whole numbers below it exactly

/// Returns a number of [0, 1) that follows from words (S. Vigna's SplitMix64, a step for each word).
double drawn(std::initializer_list<std::uint64_t> words) {
    std::uint64_t state = 0;
    for (const std::uint64_t word : words) {
        state = (state ^ word) + 0x9E3779B97F4A7C15u;
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9u;
        state = (state ^ (state >> 27)) * 0x94D049BB133111EBu;
        state ^= state >> 31;
    }
    return static_cast<double>(state >> 11) / max_times;
}

std::uint32_t bits_of(double x) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(x));
}

}  // namespace

/// Uses the times as they are written in decimal: 0.1, not the float nearest to it.
Schedule::Schedule(const effects::Burst& burst, const effects::Emitter& emitter)
    : first_(effects::shortest(burst.time)), every_(effects::shortest(burst.every)) {
    most_ = burst.every == 0 ? 1 : burst.repeats == 0 ? max_times : burst.repeats + 1.0;
    if (emitter.duration == 0) return;
    const double duration = effects::shortest(emitter.duration);
    each_ = times_in_loop(duration);
    most_ = static_cast<double>(each_);
    if (emitter.loop) loop_ = duration;
}

/// The k-th burst, counted from 0, has come if first + k * every lies before.
std::uint64_t Schedule::times_in_loop(double until) const {
    const double since = until - first_;
    if (since <= 0 || most_ == 0) return 0;
    return static_cast<std::uint64_t>(every_ == 0 ? 1 : std::min(std::ceil(since / every_), most_));
}

std::uint64_t Schedule::times_before(double until) const {
    if (loop_ == 0) return times_in_loop(until);
    if (until <= 0) return 0;
    const double loops = std::floor(until / loop_);
    return static_cast<std::uint64_t>(loops) * each_ + times_in_loop(until - loops * loop_);
}

bool Schedule::comes(std::uint64_t index) const {
    return loop_ > 0 ? each_ > 0 : static_cast<double>(index) < most_;
}

/// The middle of the step counts.
std::uint64_t Schedule::times_by(std::uint64_t step, std::uint32_t steps_per_second) const {
    return times_before((static_cast<double>(step) - 0.5) / steps_per_second);
}

Schedule::Time Schedule::time_of(std::uint64_t index) const {
    const std::uint64_t loop = loop_ > 0 ? index / each_ : 0, in_loop = index - loop * each_;
    const double time = first_ + static_cast<double>(in_loop) * every_;
    return {static_cast<double>(loop) * loop_ + time, time};
}

void Emission::configure(const effects::CompiledEffect& compiled, float density,
                         std::span<const std::uint32_t> rows, std::uint32_t count) {
    const effects::Effect& effect = compiled.effect;
    steps_per_second_ = effect.steps_per_second;
    properties_ = effect.properties;
    rates_.assign(count, {});
    bursts_.clear();
    rate_curves_.clear();
    has_moments_ = has_runs_ = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const effects::Emitter& emitter = effect.emitters[i];
        if (!emitter.emits) continue;
        const double own_density = emitter.follows_density ? density : 1;
        has_moments_ = has_moments_ || effects::has_even_moments(emitter);
        has_runs_ = has_runs_ || effects::has_exact_bursts(emitter);
        const effects::StackValue& rate = compiled.rates[i];
        rates_[rows[i]] =
            rate_of(effects::rate_at(rate, 0, false, properties_) * own_density / steps_per_second_);
        if (rate.expression || emitter.duration > 0)
            rate_curves_.push_back(
                {rows[i], rate, effects::shortest(emitter.duration), emitter.loop, own_density});
        add_bursts(emitter, compiled.bursts[i], rows[i], own_density);
    }
    std::ranges::stable_sort(bursts_, {}, &Burst::row);
    accumulated_.resize(count, 0);
    numbers_.assign(count + std::size_t{1} + (has_moments_ ? count * std::size_t{shared::MOMENTS_WORDS} : 0) +
                        (has_runs_ ? std::size_t{shared::MAX_BURST_RUNS} * shared::BURST_RUN_WORDS : 0),
                    0);
}

void Emission::add_bursts(const effects::Emitter& emitter, std::span<const effects::BurstValues> values,
                          std::size_t row, double density) {
    for (std::uint32_t k = 0; k < values.size(); ++k) {
        const effects::Burst& burst = emitter.bursts[k];
        bursts_.push_back({row, Schedule(burst, emitter), density});
        if (effects::varies(burst, emitter))
            bursts_.back().varied = Varied{values[k],
                                           effects::shortest(burst.delay.least),
                                           effects::shortest(burst.delay.most),
                                           effects::shortest(burst.duration),
                                           k,
                                           effects::has_exact_bursts(emitter)};
        else
            bursts_.back().count =
                scaled(effects::count_at(values[k].count, 0, false, properties_, 0), density);
    }
}

void Emission::reset() {
    std::fill(accumulated_.begin(), accumulated_.end(), 0);
}

Emission::Rate Emission::rate_of(double births_per_step) {
    const double whole = std::floor(births_per_step);
    return {static_cast<std::uint64_t>(whole),
            static_cast<std::uint64_t>(std::llround((births_per_step - whole) * one))};
}

/// Sets the rates that are not the same in all steps.
void Emission::set_rates(std::uint64_t step) {
    const double middle = (static_cast<double>(step) - 0.5) / steps_per_second_;
    const bool is_long = step >= shared::FLOAT_STEPS;
    for (const auto& [row, value, duration, loops, density] : rate_curves_) {
        const double time =
            loops && duration > 0 ? middle - duration * std::floor(middle / duration) : middle;
        const bool is_over = !loops && duration > 0 && time >= duration;
        const float rate = is_over ? 0 : effects::rate_at(value, time, is_long, properties_);
        rates_[row] = rate_of(rate * density / steps_per_second_);
    }
}

std::uint64_t Emission::rate_births(std::size_t row) {
    const std::uint64_t before = accumulated_[row], fractions = before + rates_[row].fraction;
    const std::uint64_t births = rates_[row].whole + (fractions >> fraction_bits);
    accumulated_[row] = fractions & fraction_mask;
    if (has_moments_) set_moments(row, before, births);
    return births;
}

/// The k-th birth, counted from 1, is where the fraction before the step and what the rate has added to it
/// since are k in sum.
void Emission::set_moments(std::size_t row, std::uint64_t fraction_before, std::uint64_t by_rate) {
    const auto [whole, fraction] = rates_[row];
    const double births_per_step = static_cast<double>(whole) + static_cast<double>(fraction) / one;
    const double between = births_per_step > 0 ? 1 / births_per_step : 0;
    const double first = (1 - static_cast<double>(fraction_before) / one) * between;
    const std::size_t at = moments_at(row);
    numbers_[at] = static_cast<std::uint32_t>(std::min<std::uint64_t>(by_rate, max_births));
    numbers_[at + 1] = bits_of(first);
    numbers_[at + 2] = bits_of(between);
    numbers_[at + 3] = 0;  // no runs yet
}

std::size_t Emission::moments_at(std::size_t row) const {
    return rates_.size() + 1 + row * shared::MOMENTS_WORDS;
}

/// Adds births of a row that end before birth `end` of the row. Beyond the most runs of a step, the last one
/// of the row is continued.
void Emission::add_run(std::size_t row, std::uint64_t end, double moment, double between) {
    std::uint32_t& runs = numbers_[moments_at(row) + 3];
    if (runs_ == shared::MAX_BURST_RUNS) return;
    if (runs == 0) runs = runs_ << shared::BURST_RUNS_BITS;
    ++runs;
    const std::size_t at = moments_at(rates_.size()) + runs_++ * std::size_t{shared::BURST_RUN_WORDS};
    numbers_[at] = static_cast<std::uint32_t>(std::min<std::uint64_t>(end, max_births));
    numbers_[at + 1] = bits_of(moment);
    numbers_[at + 2] = bits_of(between);
}

Emission::Occurrence Emission::occurrence(const Burst& burst, std::uint64_t index) const {
    enum Draw : std::uint64_t { of_delay, of_count, of_probability };
    const Varied& varied = *burst.varied;
    const auto draw = [&](Draw what) { return drawn({seed_, burst.row, varied.number, index, what}); };
    const Schedule::Time time = burst.schedule.time_of(index);
    const double delay = varied.delay_least + draw(of_delay) * (varied.delay_most - varied.delay_least);
    const double moment = time.in_loop + delay;
    const bool is_long = moment * steps_per_second_ >= shared::FLOAT_STEPS;
    const auto& [count, probability] = varied.values;
    const bool comes =
        draw(of_probability) < effects::probability_at(probability, moment, is_long, properties_);
    const double births = comes ? effects::count_at(count, moment, is_long, properties_, draw(of_count)) : 0;
    return {time.global + delay, scaled(births, burst.density)};
}

/// Returns the births of a burst in a step, of all the times that it has come; birth j of n is j / n of the
/// duration after the first. `before` are the births of the row before them. An index more at both ends is
/// looked at, because times_before() divides where time_of() multiplies, and the two round differently.
std::uint64_t Emission::varied_births(const Burst& burst, std::uint64_t step, std::uint64_t before) {
    const Varied& varied = *burst.varied;
    const double end = static_cast<double>(step) - (varied.is_exact ? 0 : 0.5), rate = steps_per_second_;
    const double from = (end - 1) / rate, until = end / rate;
    const std::uint64_t first = burst.schedule.times_before(from - varied.delay_most - varied.duration);
    const std::uint64_t last = burst.schedule.times_before(until - varied.delay_least);
    std::uint64_t births = 0;
    for (std::uint64_t index = first - std::min<std::uint64_t>(first, 1);
         index <= last && burst.schedule.comes(index); ++index) {
        const Occurrence now = occurrence(burst, index);
        const auto count = static_cast<double>(now.count);
        const auto born_by = [&](double time) {
            if (time <= now.begin) return 0.0;
            const double passed = time - now.begin;
            return passed < varied.duration ? std::min(std::ceil(count * passed / varied.duration), count)
                                            : count;
        };
        const double born_before = born_by(from), born = born_by(until) - born_before;
        if (born <= 0) continue;
        births = held_sum(births, static_cast<std::uint64_t>(born));
        const double between = varied.duration / count;
        if (varied.is_exact)
            add_run(burst.row, held_sum(before, births),
                    (now.begin + between * born_before) * rate - (end - 1), between * rate);
    }
    return births;
}

/// Returns the births by bursts of one row in one step; moves `at` to the bursts of the next row.
std::uint64_t Emission::bursts_of(std::size_t row, std::uint64_t step, std::uint64_t by_rate,
                                  std::size_t& at) {
    std::uint64_t births = 0;
    for (; at < bursts_.size() && bursts_[at].row == row; ++at) {
        const Burst& burst = bursts_[at];
        if (burst.varied) {
            births = held_sum(births, varied_births(burst, step, held_sum(by_rate, births)));
            continue;
        }
        const std::uint64_t times = burst.schedule.times_by(step, steps_per_second_) -
                                    burst.schedule.times_by(step - 1, steps_per_second_);
        births = held_sum(births, held_product(times, burst.count));
    }
    return births;
}

const std::vector<std::uint32_t>& Emission::next(std::uint64_t step, std::uint32_t seed) {
    std::size_t burst = 0;
    asked_ = 0;
    seed_ = seed;
    runs_ = 0;
    set_rates(step);
    for (std::size_t i = 0; i < rates_.size(); ++i) {
        const std::uint64_t by_rate = rate_births(i);
        asked_ = held_sum(asked_, held_sum(by_rate, bursts_of(i, step, by_rate, burst)));
        numbers_[i + 1] = static_cast<std::uint32_t>(std::min<std::uint64_t>(asked_, max_births));
    }
    return numbers_;
}

}  // namespace winnow::particles
