#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "effects/format/effect_file.h"
#include "gl/fence.h"
#include "measure/measure.h"
#include "measure/timeline_report.h"
#include "session/machine.h"
#include "session/session.h"
#include "session/start.h"
#include "session/timeline.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t timeline_alive = 1'000'000, timeline_alive_in_software = 30'000;
constexpr std::uint32_t timeline_seconds = 60, timeline_seconds_in_software = 20;
constexpr std::uint32_t seconds_to_fill = 5;  // before the living are counted
constexpr double timeline_room = 1.1;         // capacity by the number alive

using WallClock = std::chrono::steady_clock;

/// One run, and how many are alive in it.
struct Run {
    effects::Settings settings;
    std::uint32_t steps = 0;
    TimelineRow row;  // what its rows have in common
};

class TimelineCases {
  public:
    TimelineCases(session::Machine& machine, const TimelineBenchChoice& options, Progress& progress)
        : machine_(machine), options_(options), progress_(progress) {
        bench_.method = fmt::format(
            "Median, 10th and 90th percentile by this process's clock, each waited for. Steps are those of "
            "the second half of the run, as the mean of {} each, so that every sample of those with "
            "checkpoints has one of them. Jumps go {} times to steps of the whole run, in a random order; "
            "each step back is made where a jump has led. The limits are those of the window.",
            session::TimelineLimits().every, options.runs);
    }

    TimelineBench run() {
        const std::uint64_t usual = machine_.facts().software ? timeline_alive_in_software : timeline_alive;
        for (const std::uint64_t alive : chosen_values(options_.sizes, {usual}))
            passes_or_is_left_out(bench_.left_out, fmt::format("{} alive", alive), [&] { measure(alive); });
        return std::move(bench_);
    }

  private:
    std::unique_ptr<session::Session> session_of(const effects::Settings& settings) {
        return std::make_unique<session::Session>(machine_.context(), machine_.shaders(), settings);
    }

    /// Finds the density by a run at the effect's own.
    Run run_with(std::uint64_t alive) {
        const effects::Effect effect =
            effects::load(options_.effect.empty() ? session::usual_effect : options_.effect);
        const double capacity = static_cast<double>(alive) * timeline_room;
        if (capacity > shared::MAX_CAPACITY) bad_input("there is no room for {} particles", alive);
        Run run{session::first_settings(options_, effect, session::capacity_for(effect, 1)), 0, {}};
        const auto filling = session_of(run.settings);
        for (std::uint32_t i = 0; i < seconds_to_fill * effect.steps_per_second; ++i) step(*filling);
        note(filling->wait_reports());
        if (alive_ == 0) bad_input("nothing is alive after {} s", seconds_to_fill);
        run.settings.simulation.density = static_cast<float>(alive) / static_cast<float>(alive_);
        run.settings.simulation.capacity = static_cast<std::uint32_t>(capacity);
        run.row.effect = effect.name;
        run.row.seconds = options_.seconds.value_or(machine_.facts().software ? timeline_seconds_in_software
                                                                              : timeline_seconds);
        run.steps = run.row.seconds * effect.steps_per_second;
        return run;
    }

    void measure(std::uint64_t alive) {
        progress_.show(fmt::format("timeline: {} alive", alive));
        Run run = run_with(alive);
        auto plain = session_of(run.settings);
        std::vector<double> plain_ms = time_steps(run, [&] { step(*plain); });
        note(plain->wait_reports());
        run.row.alive = alive_;
        plain.reset();
        const auto session = session_of(run.settings);
        session::Timeline timeline(*session);
        if (!timeline.reason().empty()) bad_input("{}", timeline.reason());
        std::vector<double> kept_ms = time_steps(run, [&] { go(timeline, timeline.destination() + 1); });
        add(run, plain_step, std::move(plain_ms));
        add(run, kept_step, std::move(kept_ms), &timeline);
        std::minstd_rand random(1);
        std::vector<double> back_ms, jump_ms;
        for (std::uint32_t i = 0; i < options_.runs; ++i) {
            const std::uint64_t to = 1 + random() % run.steps;
            jump_ms.push_back(timed([&] { go(timeline, to); }));
            back_ms.push_back(timed([&] { go(timeline, to - 1); }));
        }
        add(run, step_back, std::move(back_ms), &timeline);
        add(run, any_jump, std::move(jump_ms), &timeline);
    }

    /// Makes the steps of a run. Returns the mean times of one step in the second half.
    template <typename Step>
    std::vector<double> time_steps(const Run& run, const Step& make_step) {
        const std::uint32_t batch = session::TimelineLimits().every, batches = run.steps / batch;
        std::vector<double> ms;
        for (std::uint32_t i = 0; i < batches; ++i) {
            const double whole = timed([&] {
                for (std::uint32_t j = 0; j < batch; ++j) make_step();
            });
            if (i >= batches / 2) ms.push_back(whole / batch);
        }
        return ms;
    }

    void step(session::Session& session) {
        check_interrupted();
        session.step();
        session.simulation().settle();
        note(session.take_reports());
    }

    void note(const std::vector<session::StepReport>& reports) {
        if (!reports.empty()) alive_ = reports.back().figures.alive;
    }

    void go(session::Timeline& timeline, std::uint64_t step) {
        check_interrupted();
        if (const Availability result = timeline.seek(step); !result) bad_input("{}", result.reason);
        timeline.arrive();
    }

    template <typename Work>
    double timed(const Work& work) {
        const auto began = WallClock::now();
        work();
        gl::finish();
        return std::chrono::duration<double, std::milli>(WallClock::now() - began).count();
    }

    void add(const Run& run, std::string_view work, std::vector<double> ms,
             const session::Timeline* timeline = nullptr) {
        if (ms.empty())
            bad_input("the run is too short: it has no second half of {} steps",
                      session::TimelineLimits().every);
        TimelineRow row = run.row;
        row.work = work;
        row.runs = static_cast<std::uint32_t>(ms.size());
        row.ms = spread_of(std::move(ms));
        if (timeline != nullptr) {
            row.checkpoints = static_cast<std::uint32_t>(timeline->checkpoints().size());
            row.memory_bytes = timeline->bytes();
        }
        bench_.rows.push_back(std::move(row));
    }

    session::Machine& machine_;
    const TimelineBenchChoice& options_;
    Progress& progress_;
    TimelineBench bench_;
    std::uint32_t alive_ = 0;  // in the newest report
};

}  // namespace

TimelineBench bench_timeline(session::Machine& machine, const TimelineBenchChoice& options,
                             Progress& progress) {
    return TimelineCases(machine, options, progress).run();
}

}  // namespace winnow::measure
