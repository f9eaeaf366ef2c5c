// winnow test: checks every backend of this machine against the reference.
#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <string>
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

namespace {

/// Prints what the checks find, topic by topic, so that little is lost if they do not come to their end.
class Report {
  public:
    /// The arguments outlive the report.
    Report(std::FILE* stream, const session::Machine& machine, const verify::Checks& checks)
        : stream_(stream), machine_(machine), checks_(checks) {}

    /// Prints the checks that were made since the last call.
    void tell() { print(text_.next(checks_)); }
    /// Prints them and the sums of all.
    void end() {
        tell();
        print(verify::counts_text(checks_) + '\n');
    }
    /// Does so if anything was checked, and says that there is more.
    void break_off() {
        tell();
        if (begun_) print(verify::counts_text(checks_) + "; the rest was not checked\n");
    }

  private:
    void print(const std::string& lines) {
        if (lines.empty()) return;
        if (!begun_)
            print_lines(stream_, fmt::format("{}\nOpenGL {}\n\n", machine_.facts().renderer,
                                             machine_.facts().version));
        begun_ = true;
        print_lines(stream_, lines);
        std::fflush(stream_);
    }

    std::FILE* stream_;
    const session::Machine& machine_;
    const verify::Checks& checks_;
    verify::ChecksText text_;
    bool begun_ = false;
};

/// Makes the checks of the chosen topics. `done` is called after each of them.
void check_topics(session::Machine& machine, const TestOptions& options, verify::Checks& checks,
                  session::Trace& trace, const std::function<void()>& done) {
    verify::CheckChoice of_compactors = options;
    if (options.topic.empty()) of_compactors.sizes.clear();  // those sizes are meant for the scans
    double begin = 0;
    const auto topic = [&](std::string_view name, double end, const auto& check) {
        const bool all = options.topic.empty();
        if (!all && options.topic != name) return;
        checks.begin_stage(all ? begin : 0, all ? end : 1);
        begin = end;
        check();
        done();
    };
    topic("scan", scans_done, [&] { verify::check_scans(machine, options, checks); });
    topic("compact", compaction_done, [&] { verify::check_compaction(machine, of_compactors, checks); });
    topic("replay", replays_done, [&] { verify::check_replay(machine, options, checks, trace); });
    topic("draw", drawing_done, [&] { verify::check_draw(machine, options, checks); });
    topic("lab", 1, [&] { verify::check_lab(machine, options, checks); });
}

}  // namespace

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
    Report report(table_stream({options.json, options.trace}), machine, checks);
    try {
        check_topics(machine, options, checks, trace, [&] {
            progress.clear();
            report.tell();
        });
    } catch (...) {
        progress.clear();
        report.break_off();
        throw;
    }
    report.end();
    const ExitStatus written =
        finish_each({[&] { trace.commit(); }, [&] { json.write(document(machine, checks)); }});
    if (checks.count(verify::Status::fail) > 0) return static_cast<int>(ExitStatus::check_failed);
    return static_cast<int>(written);
}

}  // namespace winnow::commands
