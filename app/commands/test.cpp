// winnow test: checks every backend of this machine against the reference.
#include <fmt/format.h>

#include <string_view>

#include "base/error.h"
#include "base/message.h"
#include "base/output.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "session/machine.h"
#include "session/trace.h"
#include "verify/checks.h"
#include "verify/verify.h"

namespace winnow::commands {
namespace {

// The shares of all checks that are done after each topic, by their time on llvmpipe.
constexpr double scans_done = 0.6, compaction_done = 0.7, replays_done = 0.9, drawing_done = 0.95;

nlohmann::ordered_json document(const session::Machine& machine, const verify::Checks& checks) {
    nlohmann::ordered_json json{
        {"schema", json_schema}, {"version", version()}, {"device", machine.to_json()}};
    json.update(to_json(checks));
    return json;
}

void declare_common(Arguments& arguments, TestOptions& options) {
    add_scan(arguments, options);
    add_seed(arguments, options);
    arguments.add_flag("--quick", "Fewer sizes and steps", options.quick);
    add_json(arguments, options.json);
    add_device(arguments, options);
}

void declare_scan(Arguments& arguments, TestOptions& options) {
    add_scanned(arguments, options.type, options.pattern, "all");
    add_sizes(arguments, 0, options.sizes);
}

void declare_compact(Arguments& arguments, TestOptions& options) {
    add_compaction(arguments, options);
    add_sizes(arguments, 0, options.sizes);
}

void declare_replay(Arguments& arguments, TestOptions& options) {
    add_compaction(arguments, options);
    add_population(arguments, options);
    add_trace(arguments, options.trace);
    arguments.finally([&] {
        if (!keeps_order(options.compaction))
            bad_input("test replay: --compaction {} keeps no order, so two runs may differ; leave it out",
                      name_of(options.compaction));
    });
}

void declare_draw(Arguments& arguments, TestOptions& options) {
    add_compaction(arguments, options);
}

void add_topic(Arguments& arguments, TestOptions& options, const std::string& name,
               const std::string& summary, void (*declare_own)(Arguments&, TestOptions&)) {
    Arguments& topic = arguments.add_command(name, summary);
    declare_own(topic, options);
    declare_common(topic, options);
    topic.finally([&options, name] { options.topic = name; });
}

}  // namespace

void declare(Arguments& arguments, TestOptions& options) {
    add_topic(arguments, options, "scan", "check the scans", declare_scan);
    add_topic(arguments, options, "compact", "check the compactors", declare_compact);
    add_topic(arguments, options, "replay", "check that every backend and algorithm computes the same run",
              declare_replay);
    add_topic(arguments, options, "draw", "check what frames show, by tiles and by triangles", declare_draw);
    add_topic(arguments, options, "lab", "check the Lab's teaching kernels against what it draws",
              [](auto&, auto&) {});
    add_scanned(arguments, options.type, options.pattern, "all");
    add_sizes(arguments, 0, options.sizes);
    add_compaction(arguments, options);
    add_population(arguments, options);
    add_trace(arguments, options.trace);
    declare_common(arguments, options);
}

int run(const TestOptions& options) {
    JsonFile json(options.json);
    session::Trace trace(options.trace);
    session::DeviceChoice device = options;
    device.gl_checks = true;
    session::Machine machine(device, options.backend);
    machine.shaders().keep_programs();  // many checks take the same programs
    Progress progress;
    verify::Checks checks([&](const verify::Check& next, double share) {
        progress.show(fmt::format("checking {} on {}, {}", next.name, next.backend, next.count), share);
    });
    const auto wanted = [&](std::string_view topic, double begin, double end) {
        const bool all = options.topic.empty();
        checks.begin_stage(all ? begin : 0, all ? end : 1);
        return all || options.topic == topic;
    };
    verify::CheckChoice of_compactors = options;
    if (options.topic.empty()) of_compactors.sizes.clear();  // those sizes are meant for the scans
    if (wanted("scan", 0, scans_done)) verify::check_scans(machine, options, checks);
    if (wanted("compact", scans_done, compaction_done))
        verify::check_compaction(machine, of_compactors, checks);
    if (wanted("replay", compaction_done, replays_done))
        verify::check_replay(machine, options, checks, trace);
    if (wanted("draw", replays_done, drawing_done)) verify::check_draw(machine, options, checks);
    if (wanted("lab", drawing_done, 1)) verify::check_lab(machine, options, checks);
    progress.clear();

    print_lines(table_stream({options.json, options.trace}),
                fmt::format("{}\nOpenGL {}\n\n{}", machine.facts().renderer, machine.facts().version,
                            to_text(checks)));
    const ExitStatus written =
        finish_each({[&] { trace.commit(); }, [&] { json.write(document(machine, checks)); }});
    if (checks.count(verify::Status::fail) > 0) return static_cast<int>(ExitStatus::check_failed);
    return static_cast<int>(written);
}

}  // namespace winnow::commands
