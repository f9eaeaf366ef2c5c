// winnow test replay: the state is the same whatever computes it. Checks backends, compactors that keep
// order, block scans, grid strategies, spare capacity, algorithms that change in mid-run, and runs that are
// saved and resumed or that replay inputs.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "effects/format/effect_file.h"
#include "session/machine.h"
#include "session/start.h"
#include "session/trace.h"
#include "verify/checks.h"
#include "verify/replay.h"
#include "verify/subjects.h"
#include "verify/verify.h"

namespace winnow::verify {
namespace {

constexpr std::uint32_t whole_steps = 300;   // from an empty pool
constexpr std::uint32_t saved_after = 200;   // steps; particles have begun to die by then
constexpr std::uint32_t resumed_steps = 40;  // steps after the state was loaded
constexpr std::uint32_t steps_between_switches = 5;
constexpr std::uint32_t replay_capacity = 32'768, quick_capacity = 4'096;
constexpr float sparse = 0.1f;  // density at which no capacity is reached

/// Computes all runs that others are compared with.
constexpr Algorithm reference{Backend::cpu};

AlgorithmOfStep always(const Algorithm& by) {
    return [by](std::uint32_t) { return by; };
}

/// Returns every kind of input that a person can give, in the order of the steps.
std::vector<session::RecordedInput> inputs_for(const effects::Settings& settings) {
    const effects::Emitter& first = settings.effect.emitters.front();
    const std::uint32_t capacity = settings.simulation.capacity;
    effects::Effect replacing = settings.effect;
    replacing.when_full = effects::WhenFull::replace_oldest;
    const auto gravity = std::ranges::find(first.modules, "gravity", &effects::ModuleUse::module);
    const float rate = *effects::constant_number(first.rate.value);
    const std::string pointer =
        fmt::format("/effect/emitters/0/modules/{}/acceleration", gravity - first.modules.begin());
    return {{30, effects::Edit{pointer, {2.5, -9.81, 0}}},
            {40, std::nullopt, particles::Pointer{{0.5f, 1, 0.25f}, 1}},
            {50, std::nullopt, particles::Pointer{{1, 1.5f, 0.25f}, 1}},
            {60, effects::Edit{"/effect/emitters/0/rate", rate * 2}},
            {60, effects::Edit{"/simulation/capacity", std::max(1u, capacity / 8)}},
            {120, effects::Edit{"/effect", effects::to_json(replacing)}},
            {130, std::nullopt, particles::Pointer{}},
            {150, effects::Edit{"/simulation/capacity", std::max(1u, capacity / 16)}},
            {180, effects::Edit{"/simulation/density", settings.simulation.density / 2}},
            {210, effects::Edit{"/simulation/capacity", capacity}}};
}

class Replays {
  public:
    Replays(session::Machine& machine, Replayer& replayer, const CheckChoice& options,
            const std::string& effect, session::Trace& trace)
        : machine_(machine), replayer_(replayer), options_(options), effect_(effect), trace_(trace) {
        const std::uint32_t capacity = options.quick ? quick_capacity : replay_capacity;
        settings_ =
            session::first_settings(options, effects::load(effect), options.capacity.value_or(capacity));
        list_algorithms();
    }

    /// Checks an effect in which nothing need die in this few steps.
    void check_briefly(Checks& checks) {
        check_reference(checks, find_fault);
        if (reference_.size() != whole_steps) return;
        check_backends(checks);
        check_switched(checks);
    }

    void check_all(Checks& checks) {
        check_reference(checks, find_fault_or_none_died);
        if (reference_.size() != whole_steps) return;  // there is nothing to compare with
        check_backends(checks);
        check_switched(checks);
        constexpr std::size_t sections = 8;  // sections of all effects; this effect takes half
        checks.done_of_stage(1, sections);
        for (const auto* list : {&leading_, &others_})
            for (const Algorithm& by : *list) check_resumed(by, checks);
        checks.done_of_stage(2, sections);
        check_inputs(checks);
        checks.done_of_stage(3, sections);
        check_capacity(checks);
    }

  private:
    /// Returns the options' compactor if it keeps order; the reference has only one.
    Compaction compaction_on(const Suite& suite) const {
        const bool is_choice = suite.backend() != Backend::cpu && keeps_order(options_.compaction);
        return is_choice ? options_.compaction : Compaction::automatic;
    }

    Algorithm usual(const Suite& suite) const {
        return {suite.backend(), options_.scan, compaction_on(suite)};
    }

    std::vector<Suite*> suites() const { return machine_.suites().members(options_.backend); }

    /// Lists every compactor that keeps order with the scan that goes with it, and every other scan with the
    /// compactor that automatic stands for.
    void list_algorithms() {
        for (const Suite* suite : suites()) {
            if (!suite->available()) continue;
            for (const Compaction one : members(compactions, compaction_on(*suite))) {
                const bool has_it = suite->resolve(one, options_.scan) == one;
                if (keeps_order(one) && has_it && suite->offers(one, options_.scan))
                    leading_.push_back({suite->backend(), options_.scan, one});
            }
        }
        if (options_.quick) return;
        for (const Subject& subject : chosen_subjects(machine_, options_)) {
            const Suite& suite = *subject.suite;
            if (suite.backend() == Backend::cpu || !subject.offered()) continue;
            const Compaction compaction = suite.resolve(compaction_on(suite), subject.choice);
            if (suite.offers(compaction, subject.choice))
                others_.push_back({suite.backend(), subject.choice, compaction});
        }
    }

    Check check(const std::string& what, const Algorithm& by, std::uint64_t steps) const {
        Suite& suite = machine_.suites().of(by.backend);
        const std::string name = effect_ == session::usual_effect ? "replay" : "replay of " + effect_;
        return Subject{&suite, suite.resolve(by.scan)}.check(what.empty() ? name : name + ", " + what, steps);
    }

    Plan plan(const AlgorithmOfStep& by) const {
        Plan plan;
        plan.settings = settings_;
        plan.steps = whole_steps;
        plan.by = by;
        return plan;
    }

    RunResult run(const Plan& plan) {
        RunResult outcome = replayer_.run(plan);
        trace_.write(outcome.reports);
        return outcome;
    }

    void compare(const Check& one, const Plan& plan, std::span<const session::StepReport> expected,
                 Checks& checks) {
        checks.run(one, [&] { return find_difference(run(plan).reports, expected, plan.by); });
    }

    void check_reference(Checks& checks, std::string (*find)(std::span<const session::StepReport>)) {
        checks.run(check("", reference, whole_steps), [&] {
            Plan one = plan(always(reference));
            one.save_after = saved_after;
            RunResult outcome = run(one);
            reference_ = std::move(outcome.reports);
            saved_ = std::move(outcome.saved);
            return find(reference_);
        });
    }

    void check_backends(Checks& checks) {
        for (Suite* suite : suites()) {
            if (suite->backend() == Backend::cpu) continue;
            const Algorithm by = usual(*suite);
            const Check one = check("", by, whole_steps);
            if (const auto here = suite->available(); !here)
                checks.skip(one, here.reason);
            else
                compare(one, plan(always(by)), reference_, checks);
        }
    }

    /// Switches between all compactors, the CPU's included, so that there are at least two.
    void check_switched(Checks& checks) {
        std::vector<Algorithm> turns = leading_;
        turns.push_back(reference);
        const AlgorithmOfStep by = [turns](std::uint32_t step) {
            return turns[step / steps_between_switches % turns.size()];
        };
        Check one =
            check(fmt::format("another way every {} steps", steps_between_switches), reference, whole_steps);
        one.backend = "several";
        compare(one, plan(by), reference_, checks);
    }

    void check_resumed(const Algorithm& by, Checks& checks) {
        Plan one = plan(always(by));
        one.from = saved_ ? &*saved_ : nullptr;
        one.steps = resumed_steps;
        const auto steps = std::span(reference_).subspan(saved_after, resumed_steps);
        compare(check(fmt::format("resumed, {}", name_of(by.compaction)), by, resumed_steps), one, steps,
                checks);
    }

    /// Replays the inputs on every backend.
    void check_inputs(Checks& checks) {
        Plan one = plan(always(reference));
        one.inputs = inputs_for(settings_);
        std::vector<session::StepReport> expected;
        checks.run(check("with inputs", reference, whole_steps), [&] {
            expected = run(one).reports;
            return find_fault_or_replaced_none(expected);
        });
        for (const Suite* suite : suites()) {
            if (suite->backend() == Backend::cpu || !suite->available()) continue;
            const Algorithm by = usual(*suite);
            one.by = always(by);
            compare(check("with inputs", by, whole_steps), one, expected, checks);
        }
    }

    static std::string find_fault_or_replaced_none(std::span<const session::StepReport> run) {
        std::uint64_t replaced = 0;
        for (const session::StepReport& report : run) replaced += report.figures.replaced;
        if (replaced == 0) return "the inputs made no step replace the oldest";
        return {};
    }

    /// Checks that exactly the capacity that is needed gives the state that the reference has with more.
    void check_capacity(Checks& checks) {
        Plan one = plan(always(reference));
        one.settings.simulation.density *= sparse;
        std::vector<session::StepReport> roomy;
        checks.run(check("capacity above need", reference, whole_steps), [&] {
            roomy = run(one).reports;
            return find_no_room(roomy);
        });
        if (roomy.size() != whole_steps) return;
        std::uint32_t& need = one.settings.simulation.capacity = 1;
        for (const session::StepReport& report : roomy) need = std::max(need, report.figures.alive);
        for (const Suite* suite : suites()) {
            if (!suite->available()) continue;
            const Algorithm by = usual(*suite);
            one.by = always(by);
            compare(check("capacity of the need", by, whole_steps), one, roomy, checks);
        }
    }

    static std::string find_no_room(std::span<const session::StepReport> run) {
        for (const session::StepReport& report : run)
            if (report.figures.dropped + report.figures.replaced > 0)
                return fmt::format("there was no room for all at step {}", report.figures.step);
        return {};
    }

    session::Machine& machine_;
    Replayer& replayer_;
    const CheckChoice& options_;
    const std::string effect_;
    session::Trace& trace_;
    effects::Settings settings_;
    std::vector<Algorithm> leading_, others_;
    std::vector<session::StepReport> reference_;
    std::optional<state::SavedState> saved_;
};

}  // namespace

void check_replay(session::Machine& machine, const CheckChoice& options, Checks& checks,
                  session::Trace& trace) {
    Replayer replayer(machine.context(), machine.shaders());
    Replays(machine, replayer, options, session::usual_effect, trace).check_all(checks);
    const auto effects = effects::built_in_names();
    for (std::size_t i = 0; i < effects.size(); ++i) {
        checks.done_of_stage(effects.size() + i, 2 * effects.size());  // the usual effect took the first half
        if (effects[i] != session::usual_effect)
            Replays(machine, replayer, options, effects[i], trace).check_briefly(checks);
    }
}

}  // namespace winnow::verify
