// winnow test: every backend of this machine against the reference.
#include <fmt/format.h>

#include <string_view>

#include "base/version.h"
#include "commands/checks/backend_checks.h"
#include "commands/commands.h"
#include "commands/foreign_options.h"
#include "commands/machine.h"
#include "commands/output.h"
#include "commands/progress.h"
#include "commands/trace.h"

namespace winnow::commands {
namespace {

nlohmann::ordered_json document(const Machine& machine, const Checks& checks) {
    nlohmann::ordered_json json{
        {"schema", json_schema}, {"version", version()}, {"device", machine.to_json()}};
    json.update(to_json(checks));
    return json;
}

}  // namespace

int run_test(const Options& options) {
    if (!options.topic.empty()) refuse_foreign_options("test", options.topic, options);
    JsonFile json(options.json);
    Trace trace(options.trace);
    Machine machine(options, true);
    machine.shaders().keep_programs();  // many checks take the same
    Progress progress;
    Checks checks([&](const Check& next) {
        progress.show(fmt::format("checking {} on {}, {}", next.name, next.backend, next.count));
    });
    const auto wanted = [&](std::string_view topic) {
        return options.topic.empty() || options.topic == topic;
    };
    if (wanted("scan")) check_scans(machine, options, checks);
    if (wanted("compact")) check_compaction(machine, options, checks);
    if (wanted("replay")) check_replay(machine, options, checks, trace);
    progress.clear();

    std::FILE* out = table_stream(options);
    fmt::print(out, "{}\nOpenGL {}\n\n{}", machine.facts().renderer, machine.facts().version,
               to_text(checks));
    trace.commit();
    json.write(document(machine, checks));
    return static_cast<int>(checks.count(Status::fail) == 0 ? ExitStatus::fine : ExitStatus::check_failed);
}

}  // namespace winnow::commands
