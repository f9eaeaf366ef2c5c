#include "commands/bench/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "base/interrupt.h"

namespace winnow::commands {
namespace {

double cpu_milliseconds(std::uint32_t run, const std::function<void(std::uint32_t)>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work(run);
    gl::finish();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Stopwatch::Stopwatch(const gl::Facts& facts) : software_(facts.software), timers_(facts, in_flight) {}

std::vector<double> Stopwatch::measure(Clock clock, std::uint32_t runs,
                                       const std::function<void(std::uint32_t)>& work) {
    std::vector<double> times;
    for (std::uint32_t run = 0; run < warm_up; ++run) work(run);
    gl::finish();
    while (times.size() < runs) {
        check_interrupted();
        const auto done = static_cast<std::uint32_t>(times.size());
        if (clock == Clock::cpu)
            times.push_back(cpu_milliseconds(warm_up + done, work));
        else
            measure_batch(warm_up + done, std::min<std::uint32_t>(runs - done, in_flight), work, times);
    }
    return times;
}

void Stopwatch::measure_batch(std::uint32_t first, std::uint32_t runs,
                              const std::function<void(std::uint32_t)>& work, std::vector<double>& times) {
    for (std::uint32_t i = 0; i < runs; ++i) {
        timers_.begin(static_cast<int>(i), gl::Work::compute);
        work(first + i);
        timers_.end(static_cast<int>(i));
    }
    timers_.wait();
    for (std::uint32_t i = 0; i < runs; ++i) {
        const auto milliseconds = timers_.milliseconds(static_cast<int>(i));
        if (!milliseconds) throw std::logic_error("a timer was waited for and has no time");
        times.push_back(*milliseconds);
    }
}

}  // namespace winnow::commands
