// winnow bench: how fast scans, compactors, sorts, culls and steps are here.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <ctime>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/output_file.h"
#include "base/version.h"
#include "commands/bench/compact_bench.h"
#include "commands/bench/cull_bench.h"
#include "commands/bench/document.h"
#include "commands/bench/floor_report.h"
#include "commands/bench/frame_bench.h"
#include "commands/bench/frame_report.h"
#include "commands/bench/report_page.h"
#include "commands/bench/scan_bench.h"
#include "commands/bench/scan_document.h"
#include "commands/bench/scan_report.h"
#include "commands/bench/sort_bench.h"
#include "commands/commands.h"
#include "commands/foreign_options.h"
#include "commands/machine.h"
#include "commands/output.h"
#include "commands/progress.h"
#include "commands/trace.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

/// What a topic found: for people, for programs, and what was wrong.
struct Findings {
    std::string text;
    Json json;
    std::vector<std::string> faults;
};

struct Topic {
    std::string_view name;
    Findings (*measure)(Machine&, const Options&, Progress&, Trace&);
    Json (*checked)(const Json& document, const std::string& where);  // what its page shows of a document
};

Findings measure_scans(Machine& machine, const Options& options, Progress& progress, Trace&) {
    const ScanBench bench = bench_scan(machine, options, progress);
    return {to_text(bench), to_json(bench), bench.faults};
}
Json checked_scans(const Json& json, const std::string& where) {
    const ScanDocument document = read_scan_document(json, where);
    return document_json(document.head, "scan", to_json(document.bench));
}

template <const FloorTopic& topic, FloorBench (*bench_topic)(Machine&, const Options&, Progress&)>
Findings measure_to_floor(Machine& machine, const Options& options, Progress& progress, Trace&) {
    const FloorBench bench = bench_topic(machine, options, progress);
    return {to_text(topic, bench), to_json(topic, bench), bench.faults};
}
template <const FloorTopic& topic>
Json checked_to_floor(const Json& json, const std::string& where) {
    const FloorDocument document = read_floor_document(topic, json, where);
    return document_json(document.head, topic.name, to_json(topic, document.bench));
}

Findings measure_frames(Machine& machine, const Options& options, Progress& progress, Trace& trace) {
    const FrameBench bench = bench_frame(machine, options, progress, trace);
    return {to_text(bench), to_json(bench), {}};
}
Json checked_frames(const Json& json, const std::string& where) {
    const FrameDocument document = read_frame_document(json, where);
    return document_json(document.head, "frame", to_json(document.bench));
}

constexpr std::array topics{
    Topic{"scan", measure_scans, checked_scans},
    Topic{"compact", measure_to_floor<compact_topic, bench_compact>, checked_to_floor<compact_topic>},
    Topic{"sort", measure_to_floor<sort_topic, bench_sort>, checked_to_floor<sort_topic>},
    Topic{"cull", measure_to_floor<cull_topic, bench_cull>, checked_to_floor<cull_topic>},
    Topic{"frame", measure_frames, checked_frames},
};

const Topic& topic_of(const Options& options) {
    for (const Topic& topic : topics)
        if (topic.name == options.topic) return topic;
    return topics.front();
}

Json document_of(const Json& found, std::string_view topic, const Machine& machine) {
    Json document{{"schema", json_schema},
                  {"version", version()},
                  {"commit", commit()},
                  {"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
                  {"device", machine.to_json()},
                  {"topic", topic}};
    document.update(found);
    return document;
}

/// The page of --report, opened before the work begins.
class ReportFile {
  public:
    explicit ReportFile(const std::string& path) {
        if (!path.empty()) file_.emplace(path);
    }
    void write(const Topic& topic, const Json& document, const std::string& where) {
        if (!file_) return;
        const auto library = chart_library(chart_library_folder());
        if (!library)
            fmt::print(
                stderr,
                "winnow: {} has tables, but no charts: there is no Chart.js in {}; install libjs-chart.js\n",
                file_->path(), chart_library_folder());
        file_->write(report_page(topic.checked(document, where), library));
        file_->commit();
    }

  private:
    std::optional<OutputFile> file_;
};

/// Whether nothing is to be measured.
bool converts(const Options& options) {
    if (options.from.empty()) return false;
    if (options.report.empty())
        bad_input("--from makes a page of what was kept: say where with --report FILE");
    if (options.report == options.from) bad_input("--from and --report cannot both be {}", options.from);
    if (!options.json.empty()) bad_input("--from measures nothing, so that --json has nothing to write");
    return true;
}

void convert(const Topic& topic, const Options& options) {
    const Json document = load_json(options.from, topic.name);
    ReportFile(options.report).write(topic, document, options.from);
}

void measure(const Topic& topic, const Options& options) {
    JsonFile json(options.json);
    ReportFile report(options.report);
    Trace trace(options.trace);
    Machine machine(options, false);
    Progress progress;
    const Findings found = topic.measure(machine, options, progress, trace);
    progress.clear();
    fmt::print(table_stream(options), "{}\nOpenGL {}\n\n{}", machine.facts().renderer,
               machine.facts().version, found.text);
    const Json document = document_of(found.json, topic.name, machine);
    json.write(document);
    report.write(topic, document, "bench");
    trace.commit();
    if (!found.faults.empty())
        fail(ExitStatus::check_failed, "{} of the results were wrong; the first: {}", found.faults.size(),
             found.faults.front());
}

}  // namespace

int run_bench(const Options& options) {
    const Topic& topic = topic_of(options);
    refuse_foreign_options("bench", topic.name, options);
    if (converts(options))
        convert(topic, options);
    else
        measure(topic, options);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
