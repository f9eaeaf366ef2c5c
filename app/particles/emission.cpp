#include "particles/emission.h"

#include <algorithm>
#include <cmath>

#include "effects/number.h"

namespace winnow::particles {
namespace {

constexpr double one = 4294967296.0;  // 1.0 in 32.32 fixed point
constexpr double most_per_step = 2147483648.0;

std::uint64_t fixed(double births_per_step) {
    return static_cast<std::uint64_t>(std::llround(std::min(births_per_step, most_per_step) * one));
}

std::uint64_t count_of(const effects::Burst& burst, float density) {
    const double count = std::min(double{density} * burst.count, double{Emission::most_births});
    return static_cast<std::uint64_t>(std::llround(count));
}

constexpr double most_times = 1099511627776.0;  // 2^40: a burst each millisecond for 35 years

}  // namespace

/// Times are taken as they are written in decimal: 0.1, not the float nearest to it.
Schedule::Schedule(const effects::Burst& burst)
    : first_(effects::shortest(burst.time)), every_(effects::shortest(burst.every)) {
    most_ = burst.every == 0 ? 1 : burst.repeats == 0 ? most_times : burst.repeats + 1.0;
}

/// The k-th, from 0, has come if first + k * every lies before the middle of the step.
std::uint64_t Schedule::times_by(std::uint64_t step, std::uint32_t steps_per_second) const {
    const double until = (static_cast<double>(step) - 0.5) / steps_per_second - first_;
    if (until <= 0) return 0;
    return static_cast<std::uint64_t>(every_ == 0 ? 1 : std::min(std::ceil(until / every_), most_));
}

void Emission::configure(const effects::Effect& effect, float density) {
    steps_per_second_ = effect.steps_per_second;
    rates_.clear();
    bursts_.clear();
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const effects::Emitter& emitter = effect.emitters[i];
        rates_.push_back(fixed(double{emitter.rate} * density / effect.steps_per_second));
        for (const effects::Burst& burst : emitter.bursts)
            bursts_.push_back({i, Schedule(burst), count_of(burst, density)});
    }
    accumulated_.resize(rates_.size(), 0);
    offsets_.assign(rates_.size() + 1, 0);
}

void Emission::reset() {
    std::fill(accumulated_.begin(), accumulated_.end(), 0);
}

/// Of one emitter in one step; `at` goes on to the next emitter's.
std::uint64_t Emission::bursts_of(std::size_t emitter, std::uint64_t step, std::size_t& at) const {
    std::uint64_t births = 0;
    for (; at < bursts_.size() && bursts_[at].emitter == emitter; ++at) {
        const auto& [owner, schedule, count] = bursts_[at];
        const std::uint64_t times =
            schedule.times_by(step, steps_per_second_) - schedule.times_by(step - 1, steps_per_second_);
        births = std::min<std::uint64_t>(births + std::min<std::uint64_t>(times, most_births) * count,
                                         most_births);
    }
    return births;
}

const std::vector<std::uint32_t>& Emission::next(std::uint64_t step) {
    std::uint64_t sum = 0;
    std::size_t burst = 0;
    for (std::size_t i = 0; i < rates_.size(); ++i) {
        accumulated_[i] += rates_[i];
        const std::uint64_t births = (accumulated_[i] >> 32) + bursts_of(i, step, burst);
        sum = std::min<std::uint64_t>(sum + births, most_births);
        accumulated_[i] &= 0xFFFFFFFF;
        offsets_[i + 1] = static_cast<std::uint32_t>(sum);
    }
    return offsets_;
}

}  // namespace winnow::particles
