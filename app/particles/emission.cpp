#include "particles/emission.h"

#include <algorithm>
#include <cmath>

namespace winnow::particles {
namespace {

constexpr double one = 4294967296.0;  // 1.0 in 32.32 fixed point
constexpr double most_per_step = 2147483648.0;

std::uint64_t fixed(double births_per_step) {
    return static_cast<std::uint64_t>(std::llround(std::min(births_per_step, most_per_step) * one));
}

}  // namespace

void Emission::configure(const effects::Effect& effect, float density) {
    rates_.clear();
    for (const effects::Emitter& emitter : effect.emitters)
        rates_.push_back(fixed(double{emitter.rate} * density / effect.steps_per_second));
    accumulated_.resize(rates_.size(), 0);
    offsets_.assign(rates_.size() + 1, 0);
}

void Emission::reset() {
    std::fill(accumulated_.begin(), accumulated_.end(), 0);
}

const std::vector<std::uint32_t>& Emission::next() {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < rates_.size(); ++i) {
        accumulated_[i] += rates_[i];
        sum = std::min<std::uint64_t>(sum + (accumulated_[i] >> 32), most_births);
        accumulated_[i] &= 0xFFFFFFFF;
        offsets_[i + 1] = static_cast<std::uint32_t>(sum);
    }
    return offsets_;
}

}  // namespace winnow::particles
