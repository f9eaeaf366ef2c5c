#include "commands/view_model.h"

#include <fmt/format.h>

#include "commands/scan_entries.h"

namespace winnow::commands {
namespace {

std::vector<ui::Choice> backend_choices(const Session& session) {
    std::vector<ui::Choice> choices;
    for (const BackendChoice& c : session.backend_choices())
        choices.push_back({std::string(c.name), std::string(c.summary), c.reason});
    return choices;
}

std::vector<ui::Choice> scan_choices(const std::vector<ScanEntry>& entries) {
    std::vector<ui::Choice> choices;
    for (const ScanEntry& e : entries)
        choices.push_back({std::string(e.name), std::string(e.summary), e.reason, e.stands_for});
    return choices;
}

ui::Choices all_choices(const Session& session) {
    const effects::Simulation& s = session.settings().simulation;
    const Suite& suite = session.suite(session.backend());
    const ScanChoice now{s.block, s.grid};
    return {backend_choices(session), scan_choices(block_entries(suite, now)),
            scan_choices(grid_entries(suite, now)), scan_choices(compaction_entries(suite, now))};
}

std::string computed_by(const Session& session) {
    return fmt::format("{}, {}, {}", name_of(session.backend()), describe(session.scan()),
                       name_of(session.compaction()));
}

std::string device_line(const gl::Facts& facts) {
    return fmt::format("{}, OpenGL {}.{}{}", facts.renderer, facts.major, facts.minor,
                       facts.software ? ", in software" : "");
}

}  // namespace

void describe_session(Session& session, ui::Model& model) {
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

}  // namespace winnow::commands
