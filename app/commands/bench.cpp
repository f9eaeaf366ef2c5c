// winnow bench: how fast scans and steps are here.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "base/error.h"
#include "base/version.h"
#include "commands/bench/frame_bench.h"
#include "commands/bench/report.h"
#include "commands/bench/scan_bench.h"
#include "commands/commands.h"
#include "commands/machine.h"
#include "commands/output.h"
#include "commands/progress.h"
#include "commands/trace.h"

namespace winnow::commands {
namespace {

template <typename Bench>
void report(const Bench& bench, const std::string& topic, const Options& options, const Machine& machine,
            JsonFile& json) {
    fmt::print(table_stream(options), "{}\nOpenGL {}\n\n{}", machine.facts().renderer,
               machine.facts().version, to_text(bench));
    nlohmann::ordered_json document{
        {"schema", json_schema},
        {"version", version()},
        {"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
        {"device", machine.to_json()},
        {"topic", topic}};
    document.update(to_json(bench));
    json.write(document);
}

void refuse_scan_options(const Options& options) {
    if (!options.sizes.empty()) bad_input("bench frame: --sizes is of scans; use --capacity");
    if (options.all) bad_input("bench frame: --all is of scans; choose with --block and --grid");
}

}  // namespace

int run_bench(const Options& options) {
    const std::string topic = options.topic.empty() ? "scan" : options.topic;
    if (topic == "frame") refuse_scan_options(options);
    JsonFile json(options.json);
    Trace trace(options.trace);
    Machine machine(options, false);
    Progress progress;
    if (topic == "scan") {
        const ScanBench bench = bench_scan(machine, options, progress);
        progress.clear();
        report(bench, topic, options, machine, json);
    } else {
        const FrameBench bench = bench_frame(machine, options, progress, trace);
        progress.clear();
        report(bench, topic, options, machine, json);
    }
    trace.commit();
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
