#include "measure/step_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "effects/format/effect_file.h"
#include "measure/measure.h"
#include "measure/step_report.h"
#include "measure/timing.h"
#include "session/machine.h"
#include "session/session.h"
#include "session/start.h"
#include "session/trace.h"
#include "shaders/shared.h"
#include "verify/subjects.h"

namespace winnow::measure {
namespace {

constexpr std::array<std::uint64_t, 6> usual_alive{100'000,    1'000'000,  4'000'000,
                                                   16'000'000, 64'000'000, 128'000'000};
constexpr std::uint64_t compared_alive = 16'000'000, alive_in_software = 100'000;
constexpr std::array<float, 4> all_deaths{0.1f, 1, 10, 50};
constexpr float usual_deaths = 1;
constexpr float share_filled = 0.99f;                      // share of the capacity; births always have room
constexpr float min_of_mean = 0.95f, max_of_mean = 1.05f;  // of the mean lifetime
constexpr float filled_after = 1.2f;                       // mean lifetimes
constexpr std::uint32_t min_filling_steps = 30;
constexpr std::uint32_t seconds_of_an_effect = 10;
constexpr std::uint32_t usual_steps_per_second = 60;
constexpr float max_rate = 1e9f;  // births per second of one emitter

constexpr std::uint32_t steps_after_a_change = 4;  // untimed steps after the backend or compactor changes
constexpr std::uint32_t max_particles_on_cpu =
    1'000'000;  // unless --backend cpu asks for it: a step reads everything back

/// Lowers the steps per second where there would be too many births in a second; a step costs the same.
std::uint32_t steps_per_second(float births_per_step) {
    const auto most = static_cast<std::uint32_t>(max_rate / births_per_step);
    return std::clamp(most, 1u, usual_steps_per_second);
}

effects::Effect filling_effect(float alive, float mean_life) {
    effects::Effect effect;
    effect.name = "bench";
    effect.steps_per_second = steps_per_second(alive / mean_life);
    const auto rate = static_cast<float>(effect.steps_per_second);
    effects::Emitter& emitter = effect.emitters.front();
    emitter.rate = alive / mean_life * rate;
    emitter.lifetime = {std::ceil(mean_life * min_of_mean) / rate,
                        std::floor(mean_life * max_of_mean) / rate};
    emitter.modules = {{"jet", true, {{"speed", effects::Random(4, 5)}}}, {"gravity"}};
    return effect;
}

StepCase filling_case(std::uint32_t capacity, float deaths, bool every_compactor) {
    constexpr float whole = 100;
    const float mean_life = std::round(whole / deaths);  // steps
    StepCase made;
    made.capacity = capacity;
    made.deaths = deaths;
    made.filling_steps = std::max(min_filling_steps, static_cast<std::uint32_t>(mean_life * filled_after));
    made.every_compactor = every_compactor;
    made.effect = filling_effect(share_filled * static_cast<float>(capacity), mean_life);
    return made;
}

std::uint32_t capacity_of(std::uint64_t alive) {
    const double capacity = std::ceil(static_cast<double>(alive) / static_cast<double>(share_filled));
    if (capacity > shared::MAX_CAPACITY)
        bad_input("bench step: --sizes: {} alive need room for more than the {} that are possible", alive,
                  shared::MAX_CAPACITY);
    return static_cast<std::uint32_t>(capacity);
}

StepCase effect_case(const StepBenchChoice& options) {
    StepCase made;
    made.effect = session::load_effect(options.effect, options);
    made.capacity =
        options.capacity.value_or(session::capacity_for(made.effect, options.density.value_or(1)));
    made.filling_steps = seconds_of_an_effect * made.effect.steps_per_second;
    made.every_compactor = true;
    return made;
}

std::vector<float> chosen_deaths(const StepBenchChoice& options) {
    if (!options.deaths.empty()) return options.deaths;
    if (options.all) return {all_deaths.begin(), all_deaths.end()};
    return {usual_deaths};
}

/// Returns every capacity with every share of deaths.
std::vector<StepCase> all_of(const std::vector<std::uint32_t>& capacities, const std::vector<float>& deaths,
                             bool every_compactor) {
    std::vector<StepCase> cases;
    for (const std::uint32_t capacity : capacities)
        for (const float share : deaths) cases.push_back(filling_case(capacity, share, every_compactor));
    return cases;
}

std::vector<StepCase> usual_cases(const StepBenchChoice& options) {
    std::vector<StepCase> cases;
    for (const std::uint64_t alive : usual_alive) {
        const bool compared = alive == compared_alive;
        std::vector<float> deaths = chosen_deaths(options);
        if (compared && options.deaths.empty()) deaths = {all_deaths.begin(), all_deaths.end()};
        for (const float share : deaths)
            cases.push_back(
                filling_case(capacity_of(alive), share, options.all || (compared && share == usual_deaths)));
    }
    return cases;
}

/// Steps a session and keeps its last report.
class Steps {
  public:
    Steps(session::Session& session, session::Trace& trace) : session_(session), trace_(trace) {
        session_.simulation().set_hashing(trace.wanted());
    }

    /// Makes a whole step, once the figures of earlier ones have left room for its own, and waits for what
    /// another API computes, so that GL's timer sees its end.
    void step() {
        session_.simulation().settle();
        session_.step();
        session_.simulation().settle();
        note(session_.take_reports());
    }
    void steps(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            check_interrupted();
            step();
        }
    }
    const session::StepReport& finish() {
        note(session_.wait_reports());
        return last_.back();
    }

  private:
    void note(const std::vector<session::StepReport>& reports) {
        trace_.write(reports);
        if (!reports.empty()) last_ = {reports.back()};
    }

    session::Session& session_;
    session::Trace& trace_;
    std::vector<session::StepReport> last_;
};

/// Returns the compactors to measure: `auto` alone, or every one.
std::vector<Compaction> wanted_compactions(const StepCase& one, const StepBenchChoice& options) {
    std::vector<Compaction> wanted{options.compaction};
    if (options.compaction != Compaction::automatic || !one.every_compactor) return wanted;
    for (const Compaction compaction : members(compactions)) wanted.push_back(compaction);
    return wanted;
}

std::string method(std::uint32_t steps, bool software) {
    return fmt::format(
        "Median, 10th and 90th percentile of {} steps in a steady state, after the pool has been filled: {}. "
        "A copy of the columns of all living particles is measured beside each number of them: the fastest "
        "of a copy in GLSL and, with CUDA, a copy kernel and cudaMemcpyAsync. Passes are medians of {} "
        "further steps, each waited for. Bytes: {}.",
        steps,
        software
            ? "a CPU renders, and each is timed by its clock"
            : "the span from simulate to spawn between two timestamps on the GPU, hand-over included; ahead "
              "of each, copies of 128 MiB flush the caches and keep the GPU busy while its launches are "
              "queued",
        runs_for_passes, step_bytes_model);
}

/// Measures one case after another. A session is filled once per case; then each backend and compactor
/// continues it.
class AllCases {
  public:
    AllCases(session::Machine& machine, const StepBenchChoice& options, Progress& progress,
             session::Trace& trace)
        : machine_(machine),
          options_(options),
          progress_(progress),
          trace_(trace),
          cases_(step_cases(options, machine.facts().software)),
          toolbox_(machine, options),
          timing_(toolbox_.tools(), 1, options.runs),
          copies_(copy_baselines(machine.suites())) {
        bench_.method = method(options.runs, machine.facts().software);
        if (!options.effect.empty() && !options.capacity)
            cases_.front().capacity = session::default_capacity(
                cases_.front().capacity, machine.facts(),
                particles::attribute_need(*effects::compile(cases_.front().effect)));
    }

    StepBench run() {
        for (const StepCase& one : cases_) {
            if (asked())
                measure(one);
            else
                measure_if_it_fits(one);
            ++done_;
        }
        return std::move(bench_);
    }

  private:
    bool asked() const { return options_.capacity || !options_.sizes.empty() || !options_.effect.empty(); }

    void measure_if_it_fits(const StepCase& one) {
        try {
            measure(one);
        } catch (const Error& error) {
            if (error.status() != ExitStatus::bad_input) throw;
            leave_out(bench_.left_out, fmt::format("a capacity of {}", one.capacity), error.what());
        }
    }

    void measure(const StepCase& one) {
        effects::Settings settings = session::first_settings(options_, one.effect, one.capacity);
        settings.simulation.backend = Backend::glsl;  // fills the pool faster, with the same state
        settings.simulation.compaction = Compaction::automatic;
        show(one, "filling");
        session::Session session(machine_.context(), machine_.shaders(), std::move(settings));
        if (options_.peels_none) session.simulation().change({.peeling = false});
        Steps steps(session, trace_);
        steps.steps(one.filling_steps);
        const std::uint32_t alive = std::max(1u, steps.finish().figures.alive);
        const ColumnCopy copy =
            time_column_copy(toolbox_.tools(), copies_, alive, session.simulation().planes());
        measure_backends(one, copy, session, steps);
    }

    void measure_backends(const StepCase& one, const ColumnCopy& copy, session::Session& session,
                          Steps& steps) {
        for (Suite* suite : machine_.suites().members(options_.backend)) {
            const std::string name(name_of(suite->backend()));
            if (const Availability here = suite->available(); !here)
                leave_out(bench_.left_out, name, here.reason);
            else if (suite->backend() == Backend::cpu && options_.backend != Backend::cpu &&
                     one.capacity > max_particles_on_cpu)
                leave_out(bench_.left_out, name,
                          fmt::format("more than {} particles take long; ask for it with --backend cpu",
                                      max_particles_on_cpu));
            else
                measure_compactors(*suite, one, copy, session, steps);
        }
    }

    void measure_compactors(Suite& suite, const StepCase& one, const ColumnCopy& copy,
                            session::Session& session, Steps& steps) {
        std::vector<Compaction> done;
        for (const Compaction wanted : wanted_compactions(one, options_)) {
            const Algorithm by = machine_.suites().resolve({suite.backend(), options_.scan, wanted});
            if (wanted != Compaction::automatic && wanted != by.compaction) continue;  // the CPU has only one
            if (std::find(done.begin(), done.end(), by.compaction) != done.end()) continue;
            done.push_back(by.compaction);
            const std::string name = fmt::format("{} {}", name_of(by.backend), name_of(by.compaction));
            if (const Availability offered = suite.offers(by.compaction, by.scan); !offered) {
                if (suite.backend() != Backend::cpu) leave_out(bench_.left_out, name, offered.reason);
                continue;
            }
            show(one, name);
            try {
                choose(session, by);
            } catch (const Error& error) {  // the effect may need something that the compactor cannot do
                if (wanted == options_.compaction) throw;
                leave_out(bench_.left_out, name, error.what());
                continue;
            }
            bench_.rows.push_back(measure_steps(one, copy, by.backend, session, steps));
        }
    }

    /// Leaves the scan as the options say.
    static void choose(session::Session& session, const Algorithm& by) {
        effects::Settings settings = session.settings();
        settings.simulation.backend = by.backend;
        settings.simulation.compaction = by.compaction;
        session.adopt(settings);
    }

    StepRow measure_steps(const StepCase& one, const ColumnCopy& copy, Backend backend,
                          session::Session& session, Steps& steps) {
        steps.steps(steps_after_a_change);
        const auto times =
            backend == Backend::cpu ? on_cpu(steps) : timing_.in_gl([&](std::uint32_t) { steps.step(); });
        const session::StepReport last = steps.finish();
        if (!session.notice().empty()) fail(ExitStatus::check_failed, "{}", session.notice());
        StepRow row;
        row.backend = name_of(last.by.backend);
        row.block = name_of(last.by.scan.block);
        row.grid = name_of(last.by.scan.grid);
        row.compaction = name_of(last.by.compaction);
        row.effect = one.effect.name;
        row.deaths = one.deaths;
        row.capacity = one.capacity;
        row.alive = last.figures.alive;
        row.died = last.figures.died;
        row.born = last.figures.born;
        row.planes = session.simulation().planes();
        row.runs = static_cast<std::uint32_t>(times.size());
        row.ms = spread_of(times);
        row.passes = time_passes(session.passes(), 0, [&] {
            steps.step();
            steps.finish();
        });
        row.copy = copy.name;
        row.copy_ms = copy.milliseconds;
        row.memory_bytes = session.simulation().memory_bytes();
        return row;
    }

    std::vector<double> on_cpu(Steps& steps) const {
        return toolbox_.tools().stopwatch.measure(Clock::cpu, options_.runs,
                                                  [&](std::uint32_t) { steps.step(); });
    }

    void show(const StepCase& one, const std::string& what) {
        progress_.show(fmt::format("room for {} particles: {}", one.capacity, what),
                       done_ / static_cast<double>(cases_.size()));
    }

    session::Machine& machine_;
    const StepBenchChoice& options_;
    Progress& progress_;
    session::Trace& trace_;
    StepBench bench_;
    std::vector<StepCase> cases_;
    BenchToolbox toolbox_;
    Timing timing_;
    ScanBaselines copies_;
    double done_ = 0;
};

}  // namespace

std::vector<StepCase> step_cases(const StepBenchChoice& options, bool software) {
    if (!options.effect.empty()) return {effect_case(options)};
    if (options.capacity) return all_of({*options.capacity}, chosen_deaths(options), true);
    std::vector<std::uint32_t> capacities;
    for (const std::uint64_t alive : options.sizes) capacities.push_back(capacity_of(alive));
    if (!capacities.empty()) return all_of(capacities, chosen_deaths(options), true);
    if (software) return all_of({capacity_of(alive_in_software)}, chosen_deaths(options), true);
    return usual_cases(options);
}

StepBench bench_step(session::Machine& machine, const StepBenchChoice& options, Progress& progress,
                     session::Trace& trace) {
    verify::require_offered(machine, options);
    return AllCases(machine, options, progress, trace).run();
}

}  // namespace winnow::measure
