#include "commands/bench/frame_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/interrupt.h"
#include "commands/bench/stopwatch.h"
#include "commands/checks/chosen.h"
#include "commands/headless_settings.h"
#include "commands/session.h"

namespace winnow::commands {
namespace {

constexpr std::uint32_t default_capacity = 16'000'000, default_in_software = 100'000;
constexpr std::uint32_t steps_per_second = 60;
constexpr float least_life = 95, mean_life = 100, most_life = 105;  // steps: one in a hundred dies each step
constexpr float share_filled = 0.99f;  // of the capacity: the room that births need is always there
constexpr std::uint32_t filling_steps = 120;
constexpr std::uint32_t steps_between_rests = 4;
constexpr std::uint32_t most_on_cpu = 1'000'000;  // unless it is asked for: a step reads everything back

effects::Effect filling_effect(std::uint32_t capacity) {
    effects::Effect effect;
    effect.name = "bench";
    effect.steps_per_second = steps_per_second;
    effects::Emitter& emitter = effect.emitters.front();
    emitter.rate = share_filled * static_cast<float>(capacity) / mean_life * steps_per_second;
    emitter.lifetime = {least_life / steps_per_second, most_life / steps_per_second};
    return effect;
}

/// Steps a session, keeps its last report, and collects the passes' times.
class Steps {
  public:
    Steps(Session& session, Trace& trace) : session_(session), trace_(trace) {
        session_.simulation().set_hashing(trace.wanted());
    }

    void step() {
        session_.simulation().settle();
        session_.step();
        note(session_.take_reports());
        if (++steps_ % steps_between_rests == 0 && steps_ > filling_steps) rest();
    }
    void finish() { note(session_.wait_reports()); }

    const StepReport& last() const { return last_.back(); }
    std::vector<std::pair<std::string, double>> passes() const {
        std::vector<std::pair<std::string, double>> medians;
        for (const std::string& name : names_)
            medians.emplace_back(name, spread_of(samples_.at(name)).median);
        return medians;
    }

  private:
    void note(const std::vector<StepReport>& reports) {
        trace_.write(reports);
        if (!reports.empty()) last_ = {reports.back()};
    }

    void rest() {
        session_.passes().wait();
        for (const gl::Passes::Row& row : session_.passes().rows()) {
            if (!row.milliseconds) continue;
            auto& samples = samples_[row.name];
            if (samples.empty()) names_.push_back(row.name);
            samples.push_back(*row.milliseconds);
        }
    }

    Session& session_;
    Trace& trace_;
    std::uint32_t steps_ = 0;
    std::vector<StepReport> last_;
    std::vector<std::string> names_;  // in the order of the passes
    std::map<std::string, std::vector<double>> samples_;
};

FrameRow measure(Machine& machine, const Options& options, Backend backend, std::uint32_t capacity,
                 Trace& trace) {
    effects::Settings settings = headless_settings(options, filling_effect(capacity), capacity);
    settings.simulation.backend = Backend::glsl;  // fills: the state is the same to the bit, and sooner there
    Session session(machine.context(), options.shaders, std::move(settings));
    Steps steps(session, trace);
    for (std::uint32_t i = 0; i < filling_steps; ++i) {
        check_interrupted();
        steps.step();
    }
    session.apply({"/simulation/backend", std::string(name_of(backend))});
    Stopwatch stopwatch(machine.facts());
    const auto times = stopwatch.measure(backend == Backend::cpu ? Clock::cpu : stopwatch.gl_clock(),
                                         options.runs, [&](std::uint32_t) { steps.step(); });
    steps.finish();
    if (!session.notice().empty()) fail(ExitStatus::check_failed, "{}", session.notice());
    const StepReport& last = steps.last();
    return {.backend = std::string(name_of(last.backend)),
            .block = std::string(name_of(last.block)),
            .grid = std::string(name_of(last.grid)),
            .compaction = std::string(name_of(last.compaction)),
            .capacity = capacity,
            .alive = last.figures.alive,
            .died = last.figures.died,
            .runs = static_cast<std::uint32_t>(times.size()),
            .ms = spread_of(times),
            .passes = steps.passes(),
            .memory_bytes = session.simulation().memory_bytes()};
}

}  // namespace

FrameBench bench_frame(Machine& machine, const Options& options, Progress& progress, Trace& trace) {
    FrameBench bench;
    const std::uint32_t capacity =
        options.capacity.value_or(machine.facts().software ? default_in_software : default_capacity);
    const auto suites = chosen_suites(machine, options);
    for (std::size_t i = 0; i < suites.size(); ++i) {
        const Backend backend = suites[i]->backend();
        if (const auto here = suites[i]->available(); !here) {
            bench.left_out.push_back({std::string(name_of(backend)), here.reason});
            continue;
        }
        if (backend == Backend::cpu && options.backend != Backend::cpu && capacity > most_on_cpu) {
            bench.left_out.push_back(
                {"cpu", fmt::format("more than {} particles take long; ask for it with --backend cpu",
                                    most_on_cpu)});
            continue;
        }
        progress.show(fmt::format("{} particles on {}", capacity, name_of(backend)),
                      static_cast<double>(i) / static_cast<double>(suites.size()));
        bench.rows.push_back(measure(machine, options, backend, capacity, trace));
    }
    return bench;
}

}  // namespace winnow::commands
