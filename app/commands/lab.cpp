// winnow lab: lists the lessons, or shows one as text, as a drawing and as JSON; writes the page of one or
// all.
#include <algorithm>
#include <array>
#include <bit>

#include "base/message.h"
#include "base/output.h"
#include "base/output_file.h"
#include "base/text.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "commands/lab_kernels.h"
#include "lab/lesson_text.h"
#include "lab/network_view.h"
#include "lab/page.h"
#include "lab/svg.h"
#include "render/image.h"
#include "view/drawing_image.h"

namespace winnow::commands {
namespace {

constexpr std::uint32_t max_frame = 1000;  // more than any lesson has
constexpr std::uint32_t max_processors = 1U << 20;

std::vector<std::string> lesson_ids() {
    std::vector<std::string> ids;
    for (const lab::Lesson& lesson : lab::lessons()) ids.emplace_back(lesson.id);
    return ids;
}

std::vector<std::string> operator_names() {
    std::vector<std::string> names;
    for (const lab::OperatorFacts& op : lab::operators()) names.emplace_back(op.name);
    return names;
}

std::vector<std::string_view> pair_operators() {
    std::vector<std::string_view> names;
    for (const lab::OperatorFacts& op : lab::operators())
        if (op.works_on_pairs()) names.push_back(op.name);
    return names;
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, "|"));
}

/// Options that only some lessons have.
struct Restriction {
    std::vector<std::string_view> options;
    bool (*allows)(const lab::Lesson& lesson);
};

const std::array restrictions{
    Restriction{{"--threads"}, [](const lab::Lesson& lesson) { return lesson.has_threads; }},
    Restriction{{"--resident", "--latency"},
                [](const lab::Lesson& lesson) { return lesson.has_resident_blocks; }},
    Restriction{{"--leaves", "--type"}, [](const lab::Lesson& lesson) { return !lesson.takes_values; }},
    Restriction{{"--values", "--n", "--op"}, [](const lab::Lesson& lesson) { return lesson.takes_values; }},
};

/// Returns the lessons that have the option, or those that have not if they are fewer: "all but banks-none".
std::string lessons_with(std::string_view option) {
    const auto& restriction =
        *std::find_if(restrictions.begin(), restrictions.end(), [&](const Restriction& one) {
            return std::find(one.options.begin(), one.options.end(), option) != one.options.end();
        });
    std::vector<std::string_view> with, without;
    for (const lab::Lesson& lesson : lab::lessons())
        (restriction.allows(lesson) ? with : without).push_back(lesson.id);
    return with.size() <= without.size() ? join_or(with) : "all lessons but " + join_or(without);
}

constexpr std::array shows{
    Named<lab::Show>{lab::Show::values, "values", "the values"},
    Named<lab::Show>{lab::Show::ranges, "ranges", "the ranges of inputs that they combine"},
    Named<lab::Show>{lab::Show::both, "both", "both"},
};
constexpr std::array layouts{
    Named<lab::Layout>{lab::Layout::steps, "steps", "a row for each step"},
    Named<lab::Layout>{lab::Layout::depth, "depth", "a row for each depth of the operands"},
};
constexpr std::array leaf_types{
    Named<std::uint32_t>{4, "u32", "4 bytes"},
    Named<std::uint32_t>{8, "u64", "8 bytes"},
};

/// The values as they were given, which mean something only when the lesson and the operator are known.
struct GivenValues {
    std::optional<std::string> text;
    std::optional<std::uint32_t> count;
};

/// Returns the values, or the lesson's own.
lab::Words values_of(const LabOptions& options, const GivenValues& given) {
    const lab::Lesson& lesson = *options.lesson;
    if (given.text) return parse_values(lesson, "--values", *given.text);
    if (given.count > lesson.most && !options.counts)
        bad_input("--n: {} is out of range for {}; from 1 to {}, or to {} with --counts", *given.count,
                  lesson.id, lesson.most, lab::max_counted);
    if (given.count > lesson.max_executed)
        bad_input("--n: {} is out of range; {} takes at most {} values", *given.count, lesson.id,
                  lesson.max_executed);
    const auto example = static_cast<std::uint32_t>(lesson.example.size());
    return example_values(lesson, given.count.value_or(example), options.parameters.op);
}

/// Returns a word that a shell reads as the text.
std::string shell_word(const std::string& text) {
    constexpr std::string_view safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789,.:_+-";
    if (!text.empty() && text.find_first_not_of(safe) == std::string::npos) return text;
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

std::string command_of(const LabOptions& options, const GivenValues& given) {
    const lab::Parameters own, &chosen = options.parameters;
    std::string command = lab::command_of(*options.lesson);
    if (given.text) command += " --values " + shell_word(*given.text);
    if (given.count) command += fmt::format(" --n {}", *given.count);
    if (chosen.op != own.op) command += fmt::format(" --op {}", lab::facts(chosen.op).name);
    if (chosen.threads != own.threads) command += fmt::format(" --threads {}", chosen.threads);
    if (chosen.resident != own.resident) command += fmt::format(" --resident {}", chosen.resident);
    if (chosen.latency != own.latency) command += fmt::format(" --latency {}", chosen.latency);
    if (chosen.leaves != own.leaves) command += fmt::format(" --leaves {}", chosen.leaves);
    if (chosen.leaf_bytes != own.leaf_bytes)
        command +=
            fmt::format(" --type {}",
                        std::ranges::find(leaf_types, chosen.leaf_bytes, &Named<std::uint32_t>::value)->name);
    if (chosen.processors != own.processors) command += fmt::format(" --processors {}", chosen.processors);
    if (options.trace) command += " --trace";
    return command;
}

/// Completes the options when all are known.
void settle(const Arguments& arguments, LabOptions& options, const GivenValues& given) {
    if (options.lesson == nullptr) {
        for (const auto& one : arguments.declared())
            if (std::ranges::find(options_of_all_lessons, one.name) == options_of_all_lessons.end() &&
                arguments.was_given(one.name))
                bad_input("winnow lab: {} needs a lesson before it; winnow lab lists them", one.name);
        return;
    }
    for (const Restriction& restriction : restrictions)
        for (const std::string_view option : restriction.options)
            if (arguments.was_given(std::string(option)) && !restriction.allows(*options.lesson))
                bad_input("winnow lab: {} is for {}, not for {}", option, lessons_with(option),
                          options.lesson->id);
    if (!std::has_single_bit(options.parameters.leaves))
        bad_input("--leaves: {} is not a power of two", options.parameters.leaves);
    const lab::Operator own_op = options.lesson->own_op.value_or(options.parameters.op);
    if (arguments.was_given("--op") && own_op != options.parameters.op)
        bad_input("winnow lab: the operator of {} is {}, not {}", options.lesson->id, lab::facts(own_op).name,
                  lab::facts(options.parameters.op).name);
    options.parameters.values = values_of(options, given);
    options.command = command_of(options, given);
}

void require_frame(const LabOptions& options, const lab::Execution& run) {
    if (options.frame && *options.frame >= run.frames.size())
        bad_input("--frame: {} is out of range; {} with these values has frames 0 to {}", *options.frame,
                  options.lesson->id, run.frames.size() - 1);
}

int list_kernel(const LabOptions& options) {
    const lab::Execution run = execute(*options.lesson, options.parameters);
    require_frame(options, run);
    const lab::Listing listing = listing_of(*options.lesson, *options.listing);
    print_lines(stdout, text_of(listing, options.frame ? &run.frames[*options.frame] : nullptr));
    return static_cast<int>(ExitStatus::fine);
}

void require_network(const LabOptions& options, const lab::Execution& run) {
    if (options.network.show != lab::Show::values && run.lanes != "element")
        bad_input("--show: a lane of {} is a {}, so only its values can be shown", options.lesson->id,
                  run.lanes);
    if (options.network.layout == lab::Layout::depth && !is_one_array(run))
        bad_input("--layout: depth is for lessons whose rows are one whole array, not for {}",
                  options.lesson->id);
}

/// A file of the options, opened before the work begins so that an unwritable path is reported at once.
std::optional<OutputFile> opened(const std::string& path) {
    if (path.empty()) return std::nullopt;
    return std::make_optional<OutputFile>(path);
}

/// Writes the text that `make` returns and completes the file, if it is wanted.
void complete(std::optional<OutputFile>& file, const std::function<std::string()>& make) {
    if (!file) return;
    file->write(make());
    file->commit();
}

std::string png_of(const lab::Drawing& drawing, const LabOptions& options) {
    const auto context = gl::make_headless({.debug = options.gl_debug, .device = options.device});
    return render::encode_png(view::image_of(drawing, options.frame));
}

/// `trace`: of the kernel's run, or null for the lesson itself.
int show_run(const LabOptions& options, const lab::Lesson& lesson, const lab::Execution& run,
             const TracedLesson* trace) {
    require_frame(options, run);
    require_network(options, run);
    JsonFile json(options.json);
    std::optional<OutputFile> svg = opened(options.svg), png = opened(options.png),
                              html = opened(options.html);
    std::string text = options.counts ? counts_text(lesson, run) : text_of(lesson, run, options.frame);
    if (trace != nullptr && !trace->fault.empty()) text += trace->fault + '\n';
    print_lines(table_stream({options.svg, options.png, options.html, options.json}), text);
    const auto drawing = [&] { return draw_network(lesson, run, options.network); };
    const auto document = [&] {
        nlohmann::ordered_json all = json_of(lesson, run, options.frame);
        if (trace != nullptr) all["trace"] = trace->json;
        return all;
    };
    const ExitStatus status =
        finish_each({[&] { complete(svg, [&] { return svg_of(drawing(), options.frame); }); },
                     [&] { complete(png, [&] { return png_of(drawing(), options); }); },
                     [&] { complete(html, [&] { return page_of(lesson, run, options.command); }); },
                     [&] { json.write(document()); }});
    if (trace != nullptr && !trace->fault.empty() && status == ExitStatus::fine)
        return static_cast<int>(ExitStatus::check_failed);
    return static_cast<int>(status);
}

int show_lesson(const LabOptions& options) {
    if (!options.trace)
        return show_run(options, *options.lesson, execute(*options.lesson, options.parameters), nullptr);
    const TracedLesson traced = trace_lesson(options);
    return show_run(options, traced.lesson, traced.run, &traced);
}

int show_all_lessons(const LabOptions& options) {
    JsonFile json(options.json);
    std::optional<OutputFile> html = opened(options.html);
    print_lines(table_stream({options.html, options.json}), lab::list_text());
    const ExitStatus status = finish_each(
        {[&] { complete(html, lab::page_of_all_lessons); }, [&] { json.write(lab::list_json()); }});
    return static_cast<int>(status);
}

/// Declares the options of the models of blocks and of memory banks.
void declare_models(Arguments& arguments, lab::Parameters& parameters) {
    arguments.add_count(
        "--resident",
        fmt::format("Blocks that the GPU has room for at once, in lessons on blocks (default {})",
                    parameters.resident),
        1, lab::max_values, [&](std::uint32_t blocks) { parameters.resident = blocks; });
    arguments.add_count("--latency",
                        fmt::format("Ticks until other blocks see a word, in lessons on blocks (default {})",
                                    parameters.latency),
                        1, lab::max_latency, [&](std::uint32_t ticks) { parameters.latency = ticks; });
    arguments.add_count(
        "--leaves",
        fmt::format("Leaves of the tree in lessons on memory banks, a power of two (default {})",
                    parameters.leaves),
        2, lab::max_leaves, [&](std::uint32_t leaves) { parameters.leaves = leaves; });
    arguments.add_name("--type", "Type of the leaves in lessons on memory banks (default u32)", leaf_types,
                       parameters.leaf_bytes);
}

/// Declares the options of a drawing in a file.
void declare_drawing(Arguments& arguments, LabOptions& options) {
    arguments.add_output("--svg", "FILE|-", "Write a drawing", options.svg);
    arguments.add_output("--png", "FILE|-",
                         "Write a drawing as the window paints it, at twice the size of --svg (needs OpenGL)",
                         options.png);
    arguments.add_name(
        "--show", "What the drawing's cells show: values, the ranges of inputs that they combine, or both",
        shows, options.network.show);
    arguments.add_name("--layout",
                       "The drawing's rows: one for each step, or one for each depth of the operands",
                       layouts, options.network.layout);
    arguments.add_flag("--idle", "Hatch the drawing's lanes that a step leaves alone",
                       options.network.hatches_idle);
}

}  // namespace

void declare(Arguments& arguments, LabOptions& options) {
    const auto given = std::make_shared<GivenValues>();
    arguments.add_value(
        "LESSON", "", "What to show (default: list the lessons)",
        [&](const std::string& text) {
            if (text != "list") options.lesson = &lab::lesson_named(text);
        },
        lesson_ids());
    arguments.add_value(
        "--values", "X,...",
        fmt::format(
            "At most {} whole numbers, pairs such as 2:3 for {}, or what the lesson says that it takes "
            "(default: the lesson's example)",
            lab::max_values, join_or(pair_operators())),
        [given](const std::string& text) { given->text = text; });
    arguments.add_count("--n", "How many values of the lesson's example, repeated as needed", 1,
                        lab::max_counted, [given](std::uint32_t n) { given->count = n; });
    arguments.exclude("--n", {"--values"});
    arguments.add_value(
        "--op", joined(operator_names()), "The operator, if the lesson has none of its own (default add)",
        [&](const std::string& text) { options.parameters.op = lab::operator_named("--op", text); },
        operator_names());
    arguments.add_count("--threads",
                        fmt::format("Threads of a block, for {} (default {})", lessons_with("--threads"),
                                    lab::Parameters{}.threads),
                        1, lab::max_values,
                        [&](std::uint32_t threads) { options.parameters.threads = threads; });
    declare_models(arguments, options.parameters);
    arguments.add_count("--processors", "Say how long the lesson takes on so many processors", 1,
                        max_processors,
                        [&](std::uint32_t processors) { options.parameters.processors = processors; });
    arguments.add_flag(
        "--counts",
        fmt::format("Print the counters and formulas alone, for at most {} values", lab::max_counted),
        options.counts);
    arguments.add_value("--frame", "K|all", "One frame, or all of them (default all)",
                        [&](const std::string& text) {
                            options.frame.reset();
                            if (text != "all")
                                options.frame =
                                    static_cast<std::uint32_t>(parse_count("--frame", text, 0, max_frame));
                        },
                        {"all"});
    declare_drawing(arguments, options);
    arguments.add_output("--html", "FILE|-", "Write a page with scrubbers: the lesson, or all lessons",
                         options.html);
    arguments.exclude("--frame", {"--html"});
    add_json(arguments, options.json);
    arguments.exclude("--counts", {"--frame", "--svg", "--png", "--html", "--json"});
    declare_kernels(arguments, options);
    arguments.finally([&arguments, &options, given] { settle(arguments, options, *given); });
}

int run(const LabOptions& options) {
    if (options.verify) return verify_lab(options);
    if (options.listing) return list_kernel(options);
    return options.lesson != nullptr ? show_lesson(options) : show_all_lessons(options);
}

}  // namespace winnow::commands
