// winnow bench: measures scans, compactors, sorts, culls, steps, frames and timelines on this machine.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/message.h"
#include "base/output.h"
#include "base/output_file.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "commands/parse_values.h"
#include "measure/bound_report.h"
#include "measure/cautions.h"
#include "measure/draw_report.h"
#include "measure/measure.h"
#include "measure/report_page.h"
#include "measure/results_json.h"
#include "measure/scan_report.h"
#include "measure/step_report.h"
#include "measure/timeline_report.h"
#include "session/machine.h"
#include "session/trace.h"
#include "settings/settings_fields.h"
#include "shaders/shared.h"

namespace winnow::commands {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::uint32_t max_runs = 10'000, max_timeline_seconds = 3'600;
constexpr float max_deaths = 50;  // per cent in a step; a particle then lives two steps
constexpr std::array<std::uint32_t, 2> sorted_bits{16, 32};

struct Span {
    std::uint64_t least, most;
};
constexpr Span percent{0, 100}, any_bits{0, 0xFFFFFFFF};

/// Declares a list of whole numbers in the span, separated by commas. Each must pass `allows`, which `right`
/// describes.
void add_numbers(Arguments& arguments, const std::string& name, const std::string& help, Span span,
                 bool (*allows)(std::uint64_t), const std::string& right,
                 std::vector<std::uint32_t>& values) {
    arguments.add_value(name, "N,...", help, [=, &values](const std::string& text) {
        values.clear();
        for (const std::uint64_t number : parse_counts(name, text, span.least, span.most)) {
            if (!allows(number)) bad_input("{}: {} is not possible; {} is", name, number, right);
            values.push_back(static_cast<std::uint32_t>(number));
        }
    });
}

bool any_number(std::uint64_t) {
    return true;
}
bool is_record(std::uint64_t bytes) {
    return bytes % shared::COLUMN_BYTES == 0;
}
bool is_key(std::uint64_t bits) {
    return std::find(sorted_bits.begin(), sorted_bits.end(), bits) != sorted_bits.end();
}

/// The results of a topic: for people, for programs, and its faults.
struct Findings {
    std::string text;
    Json json;
    std::vector<std::string> faults;
};

struct Topic {
    const char *name, *summary;
    void (*declare)(Arguments&, BenchOptions&);
    Findings (*measure)(session::Machine&, const BenchOptions&, Progress&, session::Trace&);
    Json (*checked)(const Json& document, const std::string& where);  // returns what the page shows
    const char* old_name = "";  // the command's alias, and still the topic's name in JSON

    std::string_view name_in_json() const { return *old_name != '\0' ? old_name : name; }
};

Findings measure_scans(session::Machine& machine, const BenchOptions& options, Progress& progress,
                       session::Trace&) {
    const measure::ScanBench bench =
        measure::bench_scan(machine, std::get<measure::ScanBenchChoice>(options.topic), progress);
    return {to_text(bench), to_json(bench), bench.faults};
}
Json checked_scans(const Json& json, const std::string& where) {
    const measure::ScanDocument document = measure::read_scan_document(json, where);
    return measure::document_json(document.head, "scan", to_json(document.bench));
}

template <const measure::BoundTopic& topic, typename Choice,
          measure::BoundBench (*bench_topic)(session::Machine&, const Choice&, Progress&)>
Findings measure_to_bound(session::Machine& machine, const BenchOptions& options, Progress& progress,
                          session::Trace&) {
    const measure::BoundBench bench = bench_topic(machine, std::get<Choice>(options.topic), progress);
    return {to_text(topic, bench), to_json(topic, bench), bench.faults};
}
template <const measure::BoundTopic& topic>
Json checked_to_bound(const Json& json, const std::string& where) {
    const measure::BoundDocument document = measure::read_bound_document(topic, json, where);
    return measure::document_json(document.head, topic.name, to_json(topic, document.bench));
}

Findings measure_steps(session::Machine& machine, const BenchOptions& options, Progress& progress,
                       session::Trace& trace) {
    const measure::StepBench bench =
        measure::bench_step(machine, std::get<measure::StepBenchChoice>(options.topic), progress, trace);
    return {to_text(bench), to_json(bench), {}};
}
Json checked_steps(const Json& json, const std::string& where) {
    const measure::StepDocument document = measure::read_step_document(json, where);
    return measure::document_json(document.head, "frame", to_json(document.bench));
}

Findings measure_drawing(session::Machine& machine, const BenchOptions& options, Progress& progress,
                         session::Trace&) {
    const measure::DrawBench bench =
        measure::bench_draw(machine, std::get<measure::DrawBenchChoice>(options.topic), progress);
    return {to_text(bench), to_json(bench), {}};
}
Json checked_drawing(const Json& json, const std::string& where) {
    const measure::DrawDocument document = measure::read_draw_document(json, where);
    return measure::document_json(document.head, "draw", to_json(document.bench));
}

Findings measure_timeline(session::Machine& machine, const BenchOptions& options, Progress& progress,
                          session::Trace&) {
    const measure::TimelineBench bench =
        measure::bench_timeline(machine, std::get<measure::TimelineBenchChoice>(options.topic), progress);
    return {to_text(bench), to_json(bench), {}};
}
Json checked_timeline(const Json& json, const std::string& where) {
    const measure::TimelineDocument document = measure::read_timeline_document(json, where);
    return measure::document_json(document.head, "timeline", to_json(document.bench));
}

void declare_compaction(Arguments& arguments, measure::CompactBenchChoice& choice) {
    constexpr std::uint64_t max_record = std::uint64_t{shared::MAX_COLUMNS} * shared::COLUMN_BYTES;
    add_compaction(arguments, choice);
    add_numbers(arguments, "--record-bytes", "Sizes of a record, multiples of 16 (default 48,64)",
                {shared::COLUMN_BYTES, max_record}, is_record, "a multiple of 16", choice.record_bytes);
    add_numbers(arguments, "--survivors", "Per cent that survive (default 0,1,10,50,90,99,100)", percent,
                any_number, "", choice.survivors);
    arguments.add_name("--votes", "How survivors are spread (default random, and 50 % clustered)",
                       measure::vote_spreads, choice.votes);
}

void declare_scans(Arguments& arguments, measure::ScanBenchChoice& choice) {
    add_scanned(arguments, choice.type, choice.pattern, std::string(name_of(verify::Input::random)));
}

void declare_sorting(Arguments& arguments, measure::SortBenchChoice& choice) {
    add_numbers(arguments, "--key-bits", "Bits of a key, 16 or 32 (default both)", any_bits, is_key,
                "16 or 32", choice.key_bits);
}

void declare_culling(Arguments& arguments, measure::CullBenchChoice& choice) {
    add_numbers(arguments, "--visible", "Per cent that are visible (default 0,10,50,90,100)", percent,
                any_number, "", choice.visible);
}

void declare_step(Arguments& arguments, measure::StepBenchChoice& choice) {
    add_compaction(arguments, choice);
    add_population(arguments, choice);
    arguments.add_value(
        "--deaths", "PERCENT,...", "Per cent that die in a step (default 1)",
        [&](const std::string& text) { choice.deaths = parse_positives("--deaths", text, max_deaths); });
    arguments.add_effect("--effect",
                         "A built-in effect's name or a file (default: an effect that keeps the pool full)",
                         choice.effect);
    arguments.exclude("--effect", {"--deaths", "--sizes"});
    arguments.add_flag("--no-peel", "Advance heavy particles in the folded pass too", choice.peels_none);
    add_properties(arguments, choice);
    arguments.need("--set", "--effect");
    arguments.exclude("--capacity", {"--sizes"});
}

void declare_drawing(Arguments& arguments, measure::DrawBenchChoice& choice) {
    arguments.add_effect("--effect", "A built-in effect's name or a file (default: fountain and smoke)",
                         choice.effect);
    arguments.add_value(
        "--frame", "WIDTHxHEIGHT",
        "Size of the frames (default: 1280x720, and of many particles 1920x1080; 640x360 where a CPU "
        "renders)",
        [&](const std::string& text) {
            const FrameSize size = parse_frame_size("--frame", text, max_frame_side);
            choice.frame = gl::Size{static_cast<int>(size.width), static_cast<int>(size.height)};
        });
    arguments.add_name(
        "--draw", "How particles are drawn (default: by tiles, by triangles, and by atomics as a baseline)",
        effects::draw_methods, choice.draw);
}

void declare_timeline(Arguments& arguments, measure::TimelineBenchChoice& choice) {
    arguments.add_effect("--effect", "A built-in effect's name or a file (default: fountain)", choice.effect);
    arguments.add_count("--seconds", "Simulated seconds of the run (default 60, and 20 where a CPU renders)",
                        1, max_timeline_seconds, [&](std::uint32_t n) { choice.seconds = n; });
}

/// Declares the options that every topic takes, and the topic's own.
template <typename Choice, void (*declare_own)(Arguments&, Choice&)>
void declare_topic(Arguments& arguments, BenchOptions& options) {
    const auto choice = std::make_shared<Choice>();
    add_sizes(arguments, 1, choice->sizes);
    add_scan(arguments, *choice);
    declare_own(arguments, *choice);
    add_seed(arguments, *choice);
    arguments.add_count("--runs",
                        fmt::format("Measured runs of each row (default {}); fewer than {} are marked",
                                    choice->runs, measure::enough_samples),
                        1, max_runs, [choice](std::uint32_t n) { choice->runs = n; });
    arguments.add_flag("--all", "Every algorithm that the options leave open, and every case", choice->all);
    add_json(arguments, options.json);
    if (std::is_same_v<Choice, measure::StepBenchChoice>) add_trace(arguments, options.trace);
    arguments.add_output("--report", "FILE|-", "Write the results as a page of charts and tables (HTML)",
                         options.report);
    arguments.add_input("--from", "Make the page from results that --json wrote, without measuring",
                        options.from);
    add_device(arguments, options);
    arguments.need("--from", "--report");
    arguments.exclude_all_but("--from", {"--report"});
    arguments.finally([choice, &options] { options.topic = *choice; });
}

/// The topics in the order of BenchOptions::topic; the first is the default.
constexpr std::array topics{
    Topic{"scan", "measure scans beside copies, CUB and the CPU",
          declare_topic<measure::ScanBenchChoice, declare_scans>, measure_scans, checked_scans},
    Topic{"compact", "measure compactors against the fewest bytes that must move",
          declare_topic<measure::CompactBenchChoice, declare_compaction>,
          measure_to_bound<measure::compact_topic, measure::CompactBenchChoice, measure::bench_compact>,
          checked_to_bound<measure::compact_topic>},
    Topic{"sort", "measure sorts of keys with values",
          declare_topic<measure::SortBenchChoice, declare_sorting>,
          measure_to_bound<measure::sort_topic, measure::SortBenchChoice, measure::bench_sort>,
          checked_to_bound<measure::sort_topic>},
    Topic{"cull", "measure the frustum cull, which lists the visible particles",
          declare_topic<measure::CullBenchChoice, declare_culling>,
          measure_to_bound<measure::cull_topic, measure::CullBenchChoice, measure::bench_cull>,
          checked_to_bound<measure::cull_topic>},
    Topic{"step", "measure whole steps, pass by pass (`frame` is its old name)",
          declare_topic<measure::StepBenchChoice, declare_step>, measure_steps, checked_steps, "frame"},
    Topic{"draw", "measure drawn frames, by tiles and by triangles, pass by pass",
          declare_topic<measure::DrawBenchChoice, declare_drawing>, measure_drawing, checked_drawing},
    Topic{"timeline", "measure checkpoints, jumps to any step, and steps back",
          declare_topic<measure::TimelineBenchChoice, declare_timeline>, measure_timeline, checked_timeline},
};

const Topic& topic_of(const BenchOptions& options) {
    return topics.at(options.topic.index());
}

const measure::BenchChoice& common_of(const BenchOptions& options) {
    return std::visit(
        [](const measure::BenchChoice& choice) -> const measure::BenchChoice& { return choice; },
        options.topic);
}

Json document_of(const Json& found, const BenchOptions& options, const session::Machine& machine) {
    const std::uint32_t runs = common_of(options).runs;
    Json document{{"schema", measure::table_schema},
                  {"version", version()},
                  {"commit", commit()},
                  {"date", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))},
                  {"device", machine.to_json()},
                  {"topic", topic_of(options).name_in_json()},
                  {"runs", runs},
                  {"few_runs", runs < measure::enough_samples}};
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
        const auto library = measure::chart_library(measure::chart_library_folder());
        if (!library)
            say(fmt::format(
                "{} has tables, but no charts: there is no Chart.js in {}; install libjs-chart.js",
                file_->path(), measure::chart_library_folder()));
        file_->write(measure::report_page(topic.checked(document, where), library));
        file_->commit();
    }

  private:
    std::optional<OutputFile> file_;
};

void convert(const Topic& topic, const BenchOptions& options) {
    const Json document = measure::load_json(options.from, topic.name_in_json());
    ReportFile(options.report).write(topic, document, options.from);
}

void require_right(const std::vector<std::string>& faults) {
    if (!faults.empty())
        fail(ExitStatus::check_failed, "{} of the results are wrong; the first: {}", faults.size(),
             faults.front());
}

ExitStatus measure(const Topic& topic, const BenchOptions& options) {
    JsonFile json(options.json);
    ReportFile report(options.report);
    session::Trace trace(options.trace);
    session::Machine machine(options, common_of(options).backend);
    Progress progress;
    const Findings found = topic.measure(machine, options, progress, trace);
    progress.clear();
    print_lines(
        table_stream({options.json, options.trace, options.report}),
        fmt::format("{}\nOpenGL {}\n\n{}", machine.facts().renderer, machine.facts().version, found.text));
    const Json document = document_of(found.json, options, machine);
    return finish_each({
        [&] { require_right(found.faults); },
        [&] { json.write(measure::with_tables(document)); },
        [&] { report.write(topic, document, "bench"); },
        [&] { trace.commit(); },
    });
}

}  // namespace

void declare(Arguments& arguments, BenchOptions& options) {
    for (const Topic& topic : topics)
        topic.declare(arguments.add_command(topic.name, topic.summary, topic.old_name), options);
    topics.front().declare(arguments, options);
}

int run(const BenchOptions& options) {
    const Topic& topic = topic_of(options);
    if (options.from.empty()) return static_cast<int>(measure(topic, options));
    convert(topic, options);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
