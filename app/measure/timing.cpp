#include "measure/timing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/interrupt.h"
#include "gl/context.h"
#include "gl/fence.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t bytes_in_a_batch = std::uint64_t{32}
                                           << 20;  // beyond them a run outlasts its launches
constexpr std::uint64_t most_in_a_batch = 16;

}  // namespace

std::uint32_t batch_of(bool software, std::uint64_t bytes) {
    if (software) return 1;
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(bytes_in_a_batch / std::max<std::uint64_t>(bytes, 1), 1, most_in_a_batch));
}

std::string samples_text(std::uint32_t samples) {
    return fmt::format("Median, 10th and 90th percentile of {} samples after {} that warm up", samples,
                       Stopwatch::warm_up);
}

std::vector<double> Timing::in_gl(const Stopwatch::Work& work, const std::function<void()>& before) const {
    Rhythm rhythm{.samples = samples_, .batch = batch_, .before = before};
    if (tools_.sweep.times > 0)
        rhythm.before = [&] {
            if (before) before();
            sweep_caches();
        };
    return tools_.stopwatch.measure(tools_.stopwatch.gl_clock(), rhythm, work);
}

std::vector<double> Timing::on_own_clock(
    const std::function<double(std::uint32_t first_run)>& batch_ms) const {
    std::vector<double> times;
    for (std::uint32_t sample = 0; sample < samples_ + Stopwatch::warm_up; ++sample) {
        check_interrupted();
        const double ms = batch_ms(sample * batch_);
        if (sample >= Stopwatch::warm_up) times.push_back(ms / batch_);
    }
    return times;
}

/// Begun at once, so that it runs while the launches behind it are queued.
void Timing::sweep_caches() const {
    for (std::uint32_t i = 0; i < tools_.sweep.times; ++i) tools_.programs.copy(tools_.sweep.pair);
    gl::flush();
}

}  // namespace winnow::measure
