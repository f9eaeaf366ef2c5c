#include "verify/replay.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/interrupt.h"
#include "base/text.h"
#include "effects/compile/replayable.h"

namespace winnow::verify {
namespace {

std::string figures_text(const particles::StepFigures& f) {
    return fmt::format("alive {}, born {}, died {}, replaced {}, dropped {}, hash {}", f.alive, f.born,
                       f.died, f.replaced, f.dropped, hex16(f.hash));
}

bool same_state(const particles::StepFigures& a, const particles::StepFigures& b) {
    return a.step == b.step && a.alive == b.alive && a.born == b.born && a.died == b.died &&
           a.replaced == b.replaced && a.dropped == b.dropped && a.hash == b.hash;
}

std::string text_of(const Algorithm& by) {
    return fmt::format("{}, {}, {}, {}", name_of(by.backend), name_of(by.scan.block), name_of(by.scan.grid),
                       name_of(by.compaction));
}

template <typename Value>
bool answers(Value asked, Value found) {
    return asked == Value::automatic || asked == found;
}

/// True if a step was computed in the way that was asked for.
bool answers(const Algorithm& asked, const Algorithm& found) {
    return asked.backend == found.backend && answers(asked.scan.block, found.scan.block) &&
           answers(asked.scan.grid, found.scan.grid) && answers(asked.compaction, found.compaction);
}

effects::Settings with(effects::Settings settings, const Algorithm& by) {
    static_cast<Algorithm&>(settings.simulation) = by;
    return settings;
}

session::Recording recording_of(const Plan& plan) {
    session::Recording recording;
    recording.origin = "the inputs";
    recording.inputs = plan.inputs;
    return recording;
}

/// Runs one plan in a session that stands at the plan's beginning.
class ReplayRun {
  public:
    ReplayRun(session::Session& session, const Plan& plan)
        : session_(session), plan_(plan), inputs_(recording_of(plan)) {}

    RunResult make() {
        for (std::uint32_t step = 0; step < plan_.steps; ++step) {
            check_interrupted();
            prepare(step);
            session_.step();
            keep(session_.take_reports());
        }
        keep(session_.wait_reports());
        return std::move(outcome_);
    }

  private:
    void prepare(std::uint32_t step) {
        session_.simulation().settle();
        if (plan_.save_after == step)
            outcome_.saved = state::decode_state(state::encode_state(session_.save()), "a state");
        const effects::Settings settings = with(session_.settings(), plan_.by(step));
        if (settings != session_.settings()) session_.adopt(settings);
        inputs_.feed(
            [&] { return session_.simulation().steps(); },
            {[&](const effects::Edit& edit) { session_.apply(edit); }, [] {},
             [&](const particles::Pointer& pointer) { session_.simulation().set_pointer(pointer); }});
    }

    void keep(std::vector<session::StepReport> more) {
        for (session::StepReport& report : more) outcome_.reports.push_back(std::move(report));
    }

    session::Session& session_;
    const Plan& plan_;
    session::Replay inputs_;
    RunResult outcome_;
};

}  // namespace

void Replayer::begin(const Plan& plan) {
    const effects::Settings settings = with(plan.settings, plan.by(0));
    effects::require_replayable(settings.effect);
    if (!session_) {
        session_ = std::make_unique<session::Session>(context_, shaders_, settings);
        session_->simulation().set_hashing(true);
    } else {
        session_->adopt(settings);
        session_->reset();
    }
    if (plan.from != nullptr) session_->restore(*plan.from, plan.settings.simulation.capacity);
}

RunResult Replayer::run(const Plan& plan) {
    try {
        begin(plan);
        RunResult outcome = ReplayRun(*session_, plan).make();
        if (!session_->notice().empty()) session_.reset();
        return outcome;
    } catch (...) {
        session_.reset();
        throw;
    }
}

std::string find_fault(std::span<const session::StepReport> run) {
    std::uint64_t alive = 0, hash = 0;
    for (const session::StepReport& report : run) {
        const particles::StepFigures& f = report.figures;
        if (f.alive != alive - f.died + f.born)
            return fmt::format("step {}: alive was {}, but now: {}", f.step, alive, figures_text(f));
        if (!f.hashed || (f.hash == hash && f.alive != 0))
            return fmt::format("step {}: the state's hash did not change", f.step);
        alive = f.alive;
        hash = f.hash;
    }
    return {};
}

std::string find_fault_or_none_died(std::span<const session::StepReport> run) {
    if (std::string fault = find_fault(run); !fault.empty()) return fault;
    for (const session::StepReport& report : run)
        if (report.figures.died > 0) return {};
    return fmt::format("nothing died in {} steps, so that nothing was removed", run.size());
}

std::string find_difference(std::span<const session::StepReport> run,
                            std::span<const session::StepReport> reference, const AlgorithmOfStep& by) {
    if (run.size() != reference.size())
        return fmt::format("{} steps were reported, should be {}", run.size(), reference.size());
    for (std::uint32_t i = 0; i < run.size(); ++i) {
        const particles::StepFigures &found = run[i].figures, &expected = reference[i].figures;
        if (!same_state(found, expected))
            return fmt::format("step {}: {}; should be: {}", expected.step, figures_text(found),
                               figures_text(expected));
        if (const Algorithm asked = by(i); !answers(asked, run[i].by))
            return fmt::format("step {} was computed by {}; should be {}", expected.step, text_of(run[i].by),
                               text_of(asked));
    }
    return {};
}

}  // namespace winnow::verify
