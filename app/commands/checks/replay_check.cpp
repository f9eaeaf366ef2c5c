#include "commands/checks/replay_check.h"

#include <fmt/format.h>

#include <utility>

#include "base/interrupt.h"
#include "base/text.h"

namespace winnow::commands {
namespace {

std::string figures_text(const particles::Figures& f) {
    return fmt::format("alive {}, born {}, died {}, replaced {}, dropped {}, hash {}", f.alive, f.born,
                       f.died, f.replaced, f.dropped, hex16(f.hash));
}

bool same_state(const particles::Figures& a, const particles::Figures& b) {
    return a.step == b.step && a.alive == b.alive && a.born == b.born && a.died == b.died &&
           a.replaced == b.replaced && a.dropped == b.dropped && a.hash == b.hash;
}

void append(std::vector<StepReport>& all, std::vector<StepReport> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::vector<StepReport> replay(const gl::Context& context, const std::string& shaders,
                               effects::Settings settings, std::uint32_t steps,
                               const BackendOfStep& backend_of) {
    settings.simulation.backend = backend_of(0);
    Session session(context, shaders, std::move(settings));
    session.simulation().set_hashing(true);
    std::vector<StepReport> run;
    for (std::uint32_t step = 0; step < steps; ++step) {
        check_interrupted();
        session.simulation().settle();
        if (session.settings().simulation.backend != backend_of(step))
            session.apply({"/simulation/backend", std::string(name_of(backend_of(step)))});
        session.step();
        append(run, session.take_reports());
    }
    append(run, session.wait_reports());
    return run;
}

std::string find_fault(const std::vector<StepReport>& run) {
    std::uint64_t alive = 0, hash = 0, died = 0;
    for (const StepReport& report : run) {
        const particles::Figures& f = report.figures;
        if (f.alive != alive - f.died + f.born)
            return fmt::format("step {}: alive was {}, but now: {}", f.step, alive, figures_text(f));
        if (!f.hashed || f.hash == hash)
            return fmt::format("step {}: the state's hash did not change", f.step);
        alive = f.alive;
        hash = f.hash;
        died += f.died;
    }
    return died == 0 ? fmt::format("nothing died in {} steps, so that nothing was removed", run.size()) : "";
}

std::string find_difference(const std::vector<StepReport>& run, const std::vector<StepReport>& reference,
                            const BackendOfStep& backend_of) {
    if (run.size() != reference.size())
        return fmt::format("{} steps were reported, should be {}", run.size(), reference.size());
    for (std::uint32_t i = 0; i < run.size(); ++i) {
        const particles::Figures &found = run[i].figures, &expected = reference[i].figures;
        if (!same_state(found, expected))
            return fmt::format("step {}: {}; should be: {}", expected.step, figures_text(found),
                               figures_text(expected));
        if (run[i].backend != backend_of(i))
            return fmt::format("step {} was computed by {}, should be {}", expected.step,
                               name_of(run[i].backend), name_of(backend_of(i)));
    }
    return {};
}

}  // namespace winnow::commands
