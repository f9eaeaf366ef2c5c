#include "session/trace.h"

#include <nlohmann/json.hpp>

#include "base/output.h"
#include "base/text.h"

namespace winnow::session {
namespace {

nlohmann::ordered_json bounds_of(const particles::StepFigures& figures) {
    if (!figures.bounds) return nullptr;
    const auto [least, greatest] = *figures.bounds;
    return {{least.x, least.y, least.z}, {greatest.x, greatest.y, greatest.z}};
}

}  // namespace

Trace::Trace(const std::string& path) {
    if (!path.empty()) file_.emplace(path);
}

std::string trace_line(const StepReport& report) {
    const particles::StepFigures& figures = report.figures;
    nlohmann::ordered_json milliseconds = nlohmann::ordered_json::object();
    for (const gl::Passes::Row& pass : report.passes)
        if (pass.milliseconds) milliseconds[pass.name] = *pass.milliseconds;
    const nlohmann::ordered_json line{
        {"schema", json_schema},
        {"step", figures.step},
        {"alive", figures.alive},
        {"born", figures.born},
        {"died", figures.died},
        {"replaced", figures.replaced},
        {"dropped", figures.dropped},
        {"lost", figures.lost},
        {"bounds", bounds_of(figures)},
        {"hash", hex16(figures.hash)},
        {"backend", name_of(report.by.backend)},
        {"block", name_of(report.by.scan.block)},
        {"grid", name_of(report.by.scan.grid)},
        {"compaction", name_of(report.by.compaction)},
        {"ms", milliseconds},
    };
    return line.dump();
}

void Trace::write(const std::vector<StepReport>& reports) {
    if (!file_) return;
    for (const StepReport& report : reports) file_->write(trace_line(report) + '\n');
}

void Trace::commit() {
    if (file_) file_->commit();
}

}  // namespace winnow::session
