#include "measure/frame_row.h"
#include "measure/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/interrupt.h"
#include "measure/column_copies.h"
#include "measure/step_bench.h"
#include "session/headless_settings.h"
#include "session/machine.h"
#include "session/session.h"
#include "session/trace.h"
#include "verify/subjects.h"

namespace winnow::measure {
namespace {

constexpr std::uint32_t steps_for_passes = 12;     // and then by their passes
constexpr std::uint32_t steps_after_a_change = 4;  // of backend or compactor, not timed
constexpr std::uint32_t most_particles_on_cpu =
    1'000'000;  // unless it is asked for: a step reads everything back

/// Steps a session and keeps its last report.
class Steps {
  public:
    Steps(session::Session& session, session::Trace& trace) : session_(session), trace_(trace) {
        session_.simulation().set_hashing(trace.wanted());
    }

    /// A whole step: what another API computes is waited for, so that its end is GL's too.
    void step() {
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

/// The median of every pass that happens, in their order; each step is waited for.
std::vector<std::pair<std::string, double>> time_passes(session::Session& session, Steps& steps) {
    std::vector<std::string> names;
    std::map<std::string, std::vector<double>> samples;
    for (std::uint32_t i = 0; i < steps_for_passes; ++i) {
        steps.step();
        steps.finish();
        session.passes().wait();
        for (const gl::Passes::Row& row : session.passes().rows()) {
            if (!row.milliseconds) continue;
            if (samples[row.name].empty()) names.push_back(row.name);
            samples[row.name].push_back(*row.milliseconds);
        }
    }
    std::vector<std::pair<std::string, double>> medians;
    for (const std::string& name : names) medians.emplace_back(name, spread_of(samples[name]).median);
    return medians;
}

/// What a compactor is measured by: `auto` alone, or each that there is.
std::vector<Compaction> wanted_compactions(const FrameCase& one, const FrameBenchChoice& options) {
    std::vector<Compaction> wanted{options.compaction};
    if (options.compaction != Compaction::automatic || !one.every_compactor) return wanted;
    for (const auto& row : compactions)
        if (row.value != Compaction::automatic) wanted.push_back(row.value);
    return wanted;
}

std::string method(std::uint32_t steps, bool software) {
    return fmt::format(
        "Median, 10th and 90th percentile of {} steps in a steady state, after the pool has been filled: {}. "
        "A copy of the columns, all of the living once, is measured beside each number of them: the "
        "fastest of a copy in GLSL, and with CUDA of a copy kernel and cudaMemcpyAsync. Passes are medians "
        "of {} further steps, each waited for. Bytes: {}.",
        steps,
        software
            ? "a CPU renders, and each is timed by its clock"
            : "the span from simulate to spawn between two timestamps on the GPU, hand-over included; ahead "
              "of each, copies of 128 MiB turn out the caches and keep the GPU busy while its launches are "
              "queued",
        steps_for_passes, frame_bytes_model);
}

/// One case after another: a session is filled once, and then each backend and compactor goes on with it.
class AllCases {
  public:
    AllCases(session::Machine& machine, const FrameBenchChoice& options, Progress& progress,
             session::Trace& trace)
        : machine_(machine),
          options_(options),
          progress_(progress),
          trace_(trace),
          cases_(frame_cases(options, machine.facts().software)),
          toolbox_(machine, options),
          timing_(toolbox_.tools(), 1, options.runs),
          copies_(copy_peers(machine.suites())) {
        bench_.method = method(options.runs, machine.facts().software);
        if (!options.effect.empty() && !options.capacity)
            cases_.front().capacity = session::default_capacity(cases_.front().capacity, machine.facts());
    }

    FrameBench run() {
        for (const FrameCase& one : cases_) {
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

    void measure_if_it_fits(const FrameCase& one) {
        try {
            measure(one);
        } catch (const Error& error) {
            if (error.status() != ExitStatus::bad_input) throw;
            leave_out(bench_.left_out, fmt::format("a capacity of {}", one.capacity), error.what());
        }
    }

    void measure(const FrameCase& one) {
        effects::Settings settings = session::headless_settings(options_, one.effect, one.capacity);
        settings.simulation.backend = Backend::glsl;  // fills: the state is the same, and sooner there
        settings.simulation.compaction = Compaction::automatic;
        show(one, "filling");
        session::Session session(machine_.context(), machine_.shaders(), std::move(settings));
        Steps steps(session, trace_);
        steps.steps(one.filling_steps);
        const std::uint32_t alive = std::max(1u, steps.finish().figures.alive);
        const ColumnCopy copy = time_column_copy(toolbox_.tools(), copies_, alive);
        measure_backends(one, copy, session, steps);
    }

    void measure_backends(const FrameCase& one, const ColumnCopy& copy, session::Session& session,
                          Steps& steps) {
        for (Suite* suite : verify::chosen_suites(machine_, options_)) {
            const std::string name(name_of(suite->backend()));
            if (const Availability here = suite->available(); !here)
                leave_out(bench_.left_out, name, here.reason);
            else if (suite->backend() == Backend::cpu && options_.backend != Backend::cpu &&
                     one.capacity > most_particles_on_cpu)
                leave_out(bench_.left_out, name,
                          fmt::format("more than {} particles take long; ask for it with --backend cpu",
                                      most_particles_on_cpu));
            else
                measure_compactors(*suite, one, copy, session, steps);
        }
    }

    void measure_compactors(Suite& suite, const FrameCase& one, const ColumnCopy& copy,
                            session::Session& session, Steps& steps) {
        const ScanChoice asked{options_.block, options_.grid};
        std::vector<Compaction> done;
        for (const Compaction wanted : wanted_compactions(one, options_)) {
            const Compaction compaction = suite.resolve(wanted, asked);
            if (wanted != Compaction::automatic && wanted != compaction) continue;  // the CPU has but one
            if (std::find(done.begin(), done.end(), compaction) != done.end()) continue;
            done.push_back(compaction);
            const std::string name = fmt::format("{} {}", name_of(suite.backend()), name_of(compaction));
            const ScanChoice choice = suite.scan_beside(compaction, asked);
            if (const Availability offered = suite.offers(compaction, choice); !offered) {
                if (suite.backend() != Backend::cpu) leave_out(bench_.left_out, name, offered.reason);
                continue;
            }
            show(one, name);
            try {
                choose(session, suite.backend(), compaction);
            } catch (const Error& error) {  // the effect may want what the compactor cannot do
                if (wanted == options_.compaction) throw;
                leave_out(bench_.left_out, name, error.what());
                continue;
            }
            bench_.rows.push_back(measure_steps(one, copy, suite.backend(), session, steps));
        }
    }

    /// By way of `auto`, which every backend has.
    static void choose(session::Session& session, Backend backend, Compaction compaction) {
        session.apply({"/simulation/compaction", std::string(name_of(Compaction::automatic))});
        session.apply({"/simulation/backend", std::string(name_of(backend))});
        session.apply({"/simulation/compaction", std::string(name_of(compaction))});
    }

    FrameRow measure_steps(const FrameCase& one, const ColumnCopy& copy, Backend backend,
                           session::Session& session, Steps& steps) {
        steps.steps(steps_after_a_change);
        const auto times =
            backend == Backend::cpu ? on_cpu(steps) : timing_.in_gl([&](std::uint32_t) { steps.step(); });
        const session::StepReport last = steps.finish();
        if (!session.notice().empty()) fail(ExitStatus::check_failed, "{}", session.notice());
        FrameRow row;
        row.backend = name_of(last.backend);
        row.block = name_of(last.block);
        row.grid = name_of(last.grid);
        row.compaction = name_of(last.compaction);
        row.effect = one.effect.name;
        row.deaths = one.deaths;
        row.capacity = one.capacity;
        row.alive = last.figures.alive;
        row.died = last.figures.died;
        row.born = last.figures.born;
        row.runs = static_cast<std::uint32_t>(times.size());
        row.ms = spread_of(times);
        row.passes = time_passes(session, steps);
        row.copy = copy.name;
        row.copy_ms = copy.milliseconds;
        row.memory_bytes = session.simulation().memory_bytes();
        return row;
    }

    std::vector<double> on_cpu(Steps& steps) const {
        return toolbox_.tools().stopwatch.measure(Clock::cpu, options_.runs,
                                                  [&](std::uint32_t) { steps.step(); });
    }

    void show(const FrameCase& one, const std::string& what) {
        progress_.show(fmt::format("room for {} particles: {}", one.capacity, what),
                       done_ / static_cast<double>(cases_.size()));
    }

    session::Machine& machine_;
    const FrameBenchChoice& options_;
    Progress& progress_;
    session::Trace& trace_;
    FrameBench bench_;
    std::vector<FrameCase> cases_;
    BenchToolbox toolbox_;
    Timing timing_;
    BenchmarkPeers copies_;
    double done_ = 0;
};

}  // namespace

FrameBench bench_frame(session::Machine& machine, const FrameBenchChoice& options, Progress& progress,
                       session::Trace& trace) {
    verify::require_offered(machine, options);
    return AllCases(machine, options, progress, trace).run();
}

}  // namespace winnow::measure
