#include "view/panel_model.h"

#include <fmt/format.h>

#include "effects/model/parameter.h"
#include "session/machine.h"

namespace winnow::view {
namespace {

Choices choices_of(const session::Session& session) {
    const effects::SimulationSettings& chosen = session.settings().simulation;
    Choices choices = session::scan_choices(session.suites().of(chosen.backend), chosen.scan);
    choices.backend = session::backend_choices(session.suites());
    return choices;
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

}  // namespace

std::vector<PassRow> pass_rows(const gl::Passes& passes) {
    std::vector<PassRow> rows;
    for (const gl::Passes::Row& row : passes.rows())
        rows.push_back({row.name, row.summary, row.milliseconds, row.runs, row.part == gl::Part::simulation});
    return rows;
}

void describe_session(session::Session& session, ui::Model& model) {
    model.choices = choices_of(session);
    model.computed_by = session::describe(session.algorithm());
    model.device = device_line(session.facts());
    model.particle_bytes = session.simulation().memory_bytes();
    const particles::AttributeNeed need = session.simulation().attribute_need();
    model.attributes = need.words == 0 ? ""
                                       : fmt::format("{} of {} attribute words in \"{}\"", need.words,
                                                     effects::max_attribute_words, need.emitter);
    model.passes = pass_rows(session.passes());
    model.shader_errors.clear();
    for (const gl::ShaderError& e : session.shaders().errors())
        model.shader_errors.push_back({e.file, e.line, e.text});
}

void describe_playback(session::Playback& playback, ui::Model& model) {
    model.settings = &playback.settings();
    const particles::StepFigures& f = playback.figures();
    model.stats = {f.step, f.alive, f.born, f.died, f.replaced, f.dropped, f.lost, size_text(f.bounds)};
    model.prewarming = playback.prewarming();
    model.reference = playback.reference();
}

}  // namespace winnow::view
