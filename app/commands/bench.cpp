// winnow bench: how fast scans and steps are here.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/output_file.h"
#include "base/version.h"
#include "commands/bench/frame_bench.h"
#include "commands/bench/html_report.h"
#include "commands/bench/report.h"
#include "commands/bench/scan_bench.h"
#include "commands/bench/scan_document.h"
#include "commands/commands.h"
#include "commands/machine.h"
#include "commands/output.h"
#include "commands/progress.h"
#include "commands/trace.h"

namespace winnow::commands {
namespace {

template <typename Bench>
nlohmann::ordered_json document_of(const Bench& bench, const std::string& topic, const Machine& machine) {
    nlohmann::ordered_json document{
        {"schema", json_schema},
        {"version", version()},
        {"commit", commit()},
        {"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
        {"device", machine.to_json()},
        {"topic", topic}};
    document.update(to_json(bench));
    return document;
}

template <typename Bench>
void print(const Bench& bench, const Options& options, const Machine& machine) {
    fmt::print(table_stream(options), "{}\nOpenGL {}\n\n{}", machine.facts().renderer,
               machine.facts().version, to_text(bench));
}

/// The page of --report, opened before the work begins.
class ReportFile {
  public:
    explicit ReportFile(const std::string& path) {
        if (!path.empty()) file_.emplace(path);
    }
    void write(const ScanDocument& document) {
        if (!file_) return;
        file_->write(to_html(document));
        file_->commit();
    }

  private:
    std::optional<OutputFile> file_;
};

void refuse_scan_options(const Options& options) {
    if (!options.sizes.empty()) bad_input("bench frame: --sizes is of scans; use --capacity");
    if (options.type != ScanType{}) bad_input("bench frame: --type and --op are of scans; a step scans u32");
    if (options.pattern) bad_input("bench frame: --pattern is of scans");
    if (options.all) bad_input("bench frame: --all is of scans; choose with --block and --grid");
    if (!options.report.empty()) bad_input("bench frame: --report is of scans; use --json");
    if (!options.from.empty()) bad_input("bench frame: --from is of scans");
}

/// Whether nothing is to be measured.
bool converts(const Options& options) {
    if (options.from.empty()) return false;
    if (options.report.empty())
        bad_input("--from makes a page of what was kept: say where with --report FILE");
    if (options.report == options.from) bad_input("--from and --report cannot both be {}", options.from);
    if (!options.json.empty()) bad_input("--from measures nothing, so that --json has nothing to write");
    return true;
}

void convert(const Options& options) {
    const ScanDocument document = load_scan_document(options.from);
    ReportFile(options.report).write(document);
}

void measure_scans(const Options& options) {
    JsonFile json(options.json);
    ReportFile page(options.report);
    Machine machine(options, false);
    Progress progress;
    const ScanBench bench = bench_scan(machine, options, progress);
    progress.clear();
    print(bench, options, machine);
    const auto document = document_of(bench, "scan", machine);
    json.write(document);
    page.write(read_scan_document(document, "bench"));
    if (!bench.faults.empty())
        fail(ExitStatus::check_failed, "{} of the results were wrong; the first: {}", bench.faults.size(),
             bench.faults.front());
}

void measure_frames(const Options& options) {
    JsonFile json(options.json);
    Trace trace(options.trace);
    Machine machine(options, false);
    Progress progress;
    const FrameBench bench = bench_frame(machine, options, progress, trace);
    progress.clear();
    print(bench, options, machine);
    json.write(document_of(bench, "frame", machine));
    trace.commit();
}

}  // namespace

int run_bench(const Options& options) {
    if (options.topic == "frame") {
        refuse_scan_options(options);
        measure_frames(options);
    } else if (converts(options)) {
        convert(options);
    } else {
        measure_scans(options);
    }
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
