#include "view/panel_model.h"

#include <fmt/format.h>

#include "session/machine.h"

namespace winnow::view {
namespace {

std::vector<ui::Choice> backend_choices(const session::Session& session) {
    std::vector<ui::Choice> choices;
    for (const session::BackendChoice& c : session.backend_choices())
        choices.push_back({std::string(c.name), std::string(c.summary), c.reason});
    return choices;
}

std::vector<ui::Choice> scan_choices(const std::vector<session::ScanEntry>& entries) {
    std::vector<ui::Choice> choices;
    for (const session::ScanEntry& e : entries)
        choices.push_back({std::string(e.name), std::string(e.summary), e.reason, e.stands_for});
    return choices;
}

ui::Choices all_choices(const session::Session& session) {
    const effects::Simulation& s = session.settings().simulation;
    const Suite& suite = session.suite(session.backend());
    const ScanChoice now{s.block, s.grid};
    return {backend_choices(session), scan_choices(session::block_entries(suite, now)),
            scan_choices(session::grid_entries(suite, now)),
            scan_choices(session::compaction_entries(suite, now))};
}

std::string computed_by(const session::Session& session) {
    return fmt::format("{}, {}, {}", name_of(session.backend()), session::describe(session.scan()),
                       name_of(session.compaction()));
}

std::string device_line(const gl::Facts& facts) {
    return fmt::format("{}, OpenGL {}.{}{}", facts.renderer, facts.major, facts.minor,
                       facts.software ? ", in software" : "");
}

std::string size_text(const std::optional<particles::Box>& bounds) {
    if (!bounds) return {};
    const glm::vec3 size = bounds->greatest - bounds->least;
    return fmt::format("{:.3g} x {:.3g} x {:.3g} m", size.x, size.y, size.z);
}

ui::ReferenceCheck::State shown_state(session::ReferenceCheck::State state) {
    using Shown = ui::ReferenceCheck::State;
    switch (state) {
        case session::ReferenceCheck::State::unchecked:
            return Shown::unchecked;
        case session::ReferenceCheck::State::checking:
            return Shown::checking;
        case session::ReferenceCheck::State::matches:
            return Shown::matches;
        case session::ReferenceCheck::State::differs:
            return Shown::differs;
        case session::ReferenceCheck::State::unavailable:
            break;
    }
    return Shown::unavailable;
}

}  // namespace

void describe_session(session::Session& session, ui::Model& model) {
    model.settings = &session.settings();
    model.choices = all_choices(session);
    model.computed_by = computed_by(session);
    model.device = device_line(session.facts());
    model.particle_bytes = session.simulation().memory_bytes();
    model.passes.clear();
    for (const gl::Passes::Row& row : session.passes().rows())
        model.passes.push_back({row.name, row.summary, row.milliseconds});
    model.shader_errors.clear();
    for (const gl::ShaderError& e : session.shaders().errors())
        model.shader_errors.push_back({e.file, e.line, e.text});
}

void describe_playback(const session::Playback& playback, ui::Model& model) {
    const particles::Figures& f = playback.figures();
    model.figures = {f.step, f.alive, f.born, f.died, f.replaced, f.dropped, f.lost, size_text(f.bounds)};
    const session::Prewarming& prewarming = playback.prewarming();
    model.prewarming = {prewarming.made, prewarming.wanted};
    const session::ReferenceCheck& check = playback.reference();
    model.reference = {shown_state(check.state), check.step,   check.votes,
                       check.first_mismatch,     check.reason, check.outdated};
}

}  // namespace winnow::view
