#include "particles/emission.h"

#include <algorithm>
#include <bit>
#include <cmath>
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

std::uint64_t count_of(const effects::Burst& burst, float density) {
    return static_cast<std::uint64_t>(std::llround(double{density} * burst.count));
}

constexpr double max_times = 9007199254740992.0;  // 2^53: doubles hold all whole numbers below it exactly

}  // namespace

/// Uses the times as they are written in decimal: 0.1, not the float nearest to it.
Schedule::Schedule(const effects::Burst& burst)
    : first_(effects::shortest(burst.time)), every_(effects::shortest(burst.every)) {
    most_ = burst.every == 0 ? 1 : burst.repeats == 0 ? max_times : burst.repeats + 1.0;
}

/// The k-th burst, counted from 0, has come if first + k * every lies before the middle of the step.
std::uint64_t Schedule::times_by(std::uint64_t step, std::uint32_t steps_per_second) const {
    const double until = (static_cast<double>(step) - 0.5) / steps_per_second - first_;
    if (until <= 0) return 0;
    return static_cast<std::uint64_t>(every_ == 0 ? 1 : std::min(std::ceil(until / every_), most_));
}

void Emission::configure(const effects::CompiledEffect& compiled, float density,
                         std::span<const std::uint32_t> rows, std::uint32_t count) {
    const effects::Effect& effect = compiled.effect;
    steps_per_second_ = effect.steps_per_second;
    density_ = density;
    properties_ = effect.properties;
    rates_.assign(count, {});
    bursts_.clear();
    rate_curves_.clear();
    has_moments_ = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const effects::Emitter& emitter = effect.emitters[i];
        if (!emitter.emits) continue;
        has_moments_ = has_moments_ || effects::has_even_moments(emitter);
        const effects::StackValue& rate = compiled.rates[i];
        rates_[rows[i]] =
            rate_of(effects::rate_at(rate, 0, false, properties_) * density_ / steps_per_second_);
        if (rate.expression) rate_curves_.push_back({rows[i], rate});
        for (const effects::Burst& burst : emitter.bursts)
            bursts_.push_back({rows[i], Schedule(burst), count_of(burst, density)});
    }
    std::ranges::stable_sort(bursts_, {}, &Burst::row);
    accumulated_.resize(count, 0);
    numbers_.assign(count + std::size_t{1} + (has_moments_ ? count * std::size_t{shared::MOMENTS_WORDS} : 0),
                    0);
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
    for (const auto& [row, value] : rate_curves_)
        rates_[row] =
            rate_of(effects::rate_at(value, middle, is_long, properties_) * density_ / steps_per_second_);
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
    const auto bits = [](double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); };
    const std::size_t at = rates_.size() + 1 + row * shared::MOMENTS_WORDS;
    numbers_[at] = static_cast<std::uint32_t>(std::min<std::uint64_t>(by_rate, max_births));
    numbers_[at + 1] = bits(first);
    numbers_[at + 2] = bits(between);
}

/// Returns the births by bursts of one row in one step; moves `at` to the bursts of the next row.
std::uint64_t Emission::bursts_of(std::size_t row, std::uint64_t step, std::size_t& at) const {
    std::uint64_t births = 0;
    for (; at < bursts_.size() && bursts_[at].row == row; ++at) {
        const auto& [owner, schedule, count] = bursts_[at];
        const std::uint64_t times =
            schedule.times_by(step, steps_per_second_) - schedule.times_by(step - 1, steps_per_second_);
        births = held_sum(births, held_product(times, count));
    }
    return births;
}

const std::vector<std::uint32_t>& Emission::next(std::uint64_t step) {
    std::size_t burst = 0;
    asked_ = 0;
    set_rates(step);
    for (std::size_t i = 0; i < rates_.size(); ++i) {
        const std::uint64_t by_rate = rate_births(i);
        asked_ = held_sum(asked_, held_sum(by_rate, bursts_of(i, step, burst)));
        numbers_[i + 1] = static_cast<std::uint32_t>(std::min<std::uint64_t>(asked_, max_births));
    }
    return numbers_;
}

}  // namespace winnow::particles
