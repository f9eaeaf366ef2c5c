#include "measure/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>
#include <vector>

#include "base/interrupt.h"
#include "gl/context.h"
#include "gl/fence.h"
#include "measure/findings.h"
#include "particles/columns.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t bytes_in_a_batch = std::uint64_t{32} << 20;  // larger runs outlast their launches
constexpr std::uint64_t max_in_a_batch = 16;

void begin_sample(const Rhythm& rhythm) {
    if (rhythm.before) rhythm.before();
}

/// Makes the runs of one sample. `sample` counts the warm-up samples too.
void run_batch(const Rhythm& rhythm, std::uint32_t sample, const Stopwatch::Work& work) {
    for (std::uint32_t i = 0; i < rhythm.batch; ++i) work(sample * rhythm.batch + i);
}

double cpu_milliseconds(const Rhythm& rhythm, std::uint32_t sample, const Stopwatch::Work& work) {
    begin_sample(rhythm);
    if (rhythm.before) gl::finish();
    const auto begin = std::chrono::steady_clock::now();
    run_batch(rhythm, sample, work);
    gl::finish();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Stopwatch::Stopwatch(const gl::Facts& facts) : software_(facts.software), timers_(facts, in_flight) {}

std::vector<double> Stopwatch::measure(Clock clock, const Rhythm& rhythm, const Work& work) {
    std::vector<double> times;
    for (std::uint32_t sample = 0; sample < warm_up; ++sample) run_batch(rhythm, sample, work);
    gl::finish();
    while (times.size() < rhythm.samples) {
        check_interrupted();
        const auto done = static_cast<std::uint32_t>(times.size());
        if (clock == Clock::cpu)
            times.push_back(cpu_milliseconds(rhythm, warm_up + done, work));
        else
            measure_in_flight(rhythm, warm_up + done,
                              std::min<std::uint32_t>(rhythm.samples - done, in_flight), work, times);
    }
    for (double& time : times) time /= rhythm.batch;
    return times;
}

void Stopwatch::measure_in_flight(const Rhythm& rhythm, std::uint32_t first, std::uint32_t samples,
                                  const Work& work, std::vector<double>& times) {
    for (std::uint32_t i = 0; i < samples; ++i) {
        begin_sample(rhythm);
        timers_.begin(static_cast<int>(i), gl::Work::compute);
        run_batch(rhythm, first + i, work);
        timers_.end(static_cast<int>(i));
    }
    timers_.wait();
    for (std::uint32_t i = 0; i < samples; ++i) {
        const auto milliseconds = timers_.milliseconds(static_cast<int>(i));
        if (!milliseconds) throw std::logic_error("a timer was waited for and has no time");
        times.push_back(*milliseconds);
    }
}

std::uint32_t batch_of(bool software, std::uint64_t bytes) {
    if (software) return 1;
    return static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(bytes_in_a_batch / std::max<std::uint64_t>(bytes, 1), 1, max_in_a_batch));
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

/// The copies are submitted at once, so that they run while the launches behind them are queued.
PassTimes time_passes(gl::Passes& passes, std::size_t first, const std::function<void()>& run) {
    std::vector<std::string> names;
    std::map<std::string, std::vector<double>> samples;
    for (std::uint32_t i = 0; i < runs_for_passes; ++i) {
        run();
        passes.wait();
        const std::vector<gl::Passes::Row> rows = passes.rows();
        for (std::size_t r = first; r < rows.size(); ++r) {
            if (!rows[r].milliseconds) continue;
            if (samples[rows[r].name].empty()) names.push_back(rows[r].name);
            samples[rows[r].name].push_back(*rows[r].milliseconds);
        }
    }
    PassTimes medians;
    for (const std::string& name : names) medians.emplace_back(name, spread_of(samples[name]).median);
    return medians;
}

void Timing::sweep_caches() const {
    for (std::uint32_t i = 0; i < tools_.sweep.times; ++i) tools_.programs.copy(tools_.sweep.pair);
    gl::flush();
}

namespace {

std::vector<double> baseline_times(const BenchTools& tools, const Timing& timing, ScanBaseline& baseline,
                                   const CopyPairs& pairs) {
    return timing.on_own_clock([&](std::uint32_t first_run) {
        std::vector<BenchmarkPair> runs;
        for (std::uint32_t i = 0; i < timing.batch(); ++i)
            for (const BenchmarkPair& pair : pairs(first_run + i)) runs.push_back(pair);
        return baseline.run({.runs = runs,
                             .elements = runs.front().input->bytes() / bytes_of(Element::u32),
                             .type = {},
                             .sweep = tools.sweep});
    });
}

}  // namespace

std::vector<CopyTimes> time_copies(const BenchTools& tools, const Timing& timing,
                                   const ScanBaselines& baselines, const CopyPairs& pairs) {
    std::vector<CopyTimes> copies{{"glsl copy", timing.in_gl([&](std::uint32_t run) {
                                       for (const BenchmarkPair& pair : pairs(run)) tools.programs.copy(pair);
                                   })}};
    for (const auto& baseline : baselines)
        copies.push_back({baseline->name(), baseline_times(tools, timing, *baseline, pairs)});
    return copies;
}

ColumnCopy time_column_copy(const BenchTools& tools, const ScanBaselines& baselines, std::uint64_t particles,
                            std::uint32_t planes) {
    const std::uint32_t elements = shared::PARTICLE_COLUMNS + planes;
    session::Machine& machine = tools.machine;
    const std::uint64_t bytes = particles * shared::COLUMN_BYTES;
    gl::check_fits(machine.facts(), fmt::format("bench step: a copy of {} particles", particles), bytes,
                   2 * elements * bytes);
    std::vector<Rotation::Pair> columns;
    std::vector<BenchmarkPair> pairs;
    for (std::uint32_t c = 0; c < elements; ++c) {
        columns.push_back({machine.suites().memory().allocate(bytes, "bench: column"),
                           machine.suites().memory().allocate(bytes, "bench: its copy")});
        columns.back().input.fill(c);
    }
    for (const Rotation::Pair& column : columns) pairs.push_back({&column.input, &column.output});
    ColumnCopy best;
    for (const CopyTimes& copy :
         time_copies(tools, Timing(tools, 1), baselines, [&](std::uint32_t) { return pairs; }))
        if (const double ms = spread_of(copy.ms).median; best.name.empty() || ms < best.milliseconds)
            best = {copy.name, ms};
    return best;
}

}  // namespace winnow::measure
