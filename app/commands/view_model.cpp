#include "commands/view_model.h"

#include <fmt/format.h>

namespace winnow::commands {
namespace {

std::vector<ui::Choice> backend_choices(const Session& session) {
    std::vector<ui::Choice> choices;
    for (const BackendChoice& c : session.backend_choices())
        choices.push_back({std::string(c.name), std::string(c.summary), c.reason});
    return choices;
}

template <typename Table>
std::vector<ui::Choice> all_of(const Table& table) {
    std::vector<ui::Choice> choices;
    for (const auto& row : table) choices.push_back({std::string(row.name), std::string(row.summary), {}});
    return choices;
}

std::string computed_by(const Session& session) {
    const effects::Simulation& s = session.settings().simulation;
    const ScanChoice scan = session.scan();
    return fmt::format("{}, {}, {}, {}", name_of(session.backend()), name_of(scan.block), name_of(scan.grid),
                       name_of(resolve(s.compaction)));
}

std::string device_line(const gl::Facts& facts) {
    return fmt::format("{}, OpenGL {}.{}{}", facts.renderer, facts.major, facts.minor,
                       facts.software ? ", in software" : "");
}

}  // namespace

void describe_session(Session& session, ui::Model& model) {
    model.settings = &session.settings();
    model.choices = {backend_choices(session), all_of(block_scans), all_of(grid_strategies),
                     all_of(compactions)};
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
