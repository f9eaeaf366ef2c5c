#include "commands/command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/version.h"
#include "commands/commands.h"
#include "commands/contradictions.h"
#include "commands/parse_values.h"
#include "effects/json.h"
#include "effects/settings_fields.h"
#include "shaders/shared.h"

namespace winnow::commands {
namespace {

constexpr std::uint32_t most_pixels = 16384;  // of a picture's side
constexpr std::uint32_t most_pictures = 1'000'000'000;
constexpr std::uint32_t most_fps = 1000;
constexpr std::uint32_t least_runs = 20, most_runs = 10'000;
constexpr std::uint32_t most_seed = 0xFFFFFFFF;
constexpr std::uint64_t most_elements = 0xFFFFFFFF;  // of a scan: indices are 32 bits on the GPU
constexpr float most_density = 1000;
constexpr std::uint64_t most_percent = 100;
constexpr float most_deaths = 50;  // per cent of a step: a life is two steps then
constexpr std::array<std::uint32_t, 2> sorted_bits{16, 32};
constexpr float most_prewarm = 600;  // seconds
constexpr std::array<std::string_view, 3> test_topics{"scan", "compact", "replay"};
constexpr std::array<std::string_view, 5> bench_topics{"scan", "compact", "sort", "cull", "frame"};

using Set = std::function<void(const std::string&)>;

void add_value(CLI::App& app, const std::string& name, const std::string& type, const std::string& help,
               Set set) {
    const auto checked = [name, set = std::move(set)](const std::string& text) {
        if (text.empty() || text.starts_with("--")) bad_input("{} needs a value; see winnow --help", name);
        set(text);
    };
    app.add_option_function<std::string>(name, checked, help)->type_name(type);
}

void add_text(CLI::App& app, const std::string& name, const std::string& type, const std::string& help,
              std::string& value) {
    add_value(app, name, type, help, [&value](const std::string& text) { value = text; });
}

void add_count(CLI::App& app, const std::string& name, const std::string& help, std::uint32_t least,
               std::uint32_t most, const std::function<void(std::uint32_t)>& set) {
    add_value(app, name, "N", help, [=](const std::string& text) {
        set(static_cast<std::uint32_t>(parse_count(name, text, least, most)));
    });
}

/// `value` is a Value or may hold one.
template <typename Value, std::size_t N>
void add_name(CLI::App& app, const std::string& name, const std::string& help,
              const std::array<Named<Value>, N>& names, auto& value) {
    std::string type;
    for (const auto& row : names) type += (type.empty() ? "" : "|") + std::string(row.name);
    add_value(app, name, type, help,
              [&, name](const std::string& text) { value = parse_name(name, text, names); });
}

void add_common(CLI::App& app, Options& options) {
    app.set_help_flag("-h,--help", "Print this and exit");
    app.set_version_flag("--version", "winnow " + std::string(version()) + "\n",
                         "Print the version and exit");
    add_name(app, "--backend", "What computes scans and compaction", backends, options.backend);
    add_name(app, "--block", "The scan inside a block", block_scans, options.block);
    add_name(app, "--grid", "How blocks are joined", grid_strategies, options.grid);
    add_name(app, "--compaction", "How the dead are removed", compactions, options.compaction);
    add_count(app, "--capacity", "Room for particles (default: what suits the device or the effect)", 1,
              shared::MAX_CAPACITY, [&](std::uint32_t n) { options.capacity = n; });
    add_count(app, "--seed", "Of all randomness (default 1)", 0, most_seed, [&](std::uint32_t n) {
        options.seed = n;
        options.seed_given = true;
    });
    add_value(
        app, "--density", "FACTOR",
        "On every emitter's rate (default 1; in the window, what suits the device)",
        [&](const std::string& text) { options.density = parse_positive("--density", text, most_density); });
    add_text(app, "--device", "DEVICE", "GL device: number or part of its name (see winnow list)",
             options.device);
    add_text(app, "--shaders", "DIR", "Read the shaders from there, and reload them when they change",
             options.shaders);
    add_text(app, "--json", "FILE|-", "Write what was found as JSON", options.json);
    add_text(app, "--trace", "FILE|-", "Write one line of JSON for each step", options.trace);
}

void add_effect(CLI::App& app, Options& options) {
    app.add_option("EFFECT", options.effect, "A built-in effect's name or a file (default fountain)")
        ->type_name("");
}

void add_frames(CLI::App& app, Options& options, const std::string& help) {
    add_count(app, "--frames", help, 1, most_pictures, [&](std::uint32_t n) { options.frames = n; });
}

void add_prewarm(CLI::App& app, Options& options) {
    add_value(app, "--prewarm", "SECONDS",
              "Simulate these before the first picture (default: what the effect says)",
              [&](const std::string& text) {
                  options.prewarm = parse_between("--prewarm", text, 0, most_prewarm);
              });
}

void add_states(CLI::App& app, Options& options) {
    add_text(app, "--save-state", "FILE", "Write the state at the end, to go on from there another time",
             options.save_state);
    add_text(app, "--load-state", "FILE", "Go on from a saved state, with its effect, seed and density",
             options.load_state);
    add_text(app, "--replay", "FILE", "Do again what --record wrote, at the same steps", options.replay);
}

void add_sizes(CLI::App& app, Options& options) {
    add_value(
        app, "--sizes", "N,...", "Numbers of elements, records, keys or particles, such as 1000,64k,2^20",
        [&](const std::string& text) { options.sizes = parse_counts("--sizes", text, 1, most_elements); });
}

void add_scanned(CLI::App& app, Options& options) {
    add_sizes(app, options);
    add_name(app, "--type", "Of a scan's elements (default u32)", elements, options.type.element);
    add_name(app, "--op", "What a scan combines elements with (default add)", operators, options.type.op);
    add_name(app, "--pattern", "Of a scan's input (default: test takes all, bench random)", inputs,
             options.pattern);
}

void add_topic(CLI::App& app, Options& options, std::span<const std::string_view> topics, const char* help) {
    app.add_option_function<std::string>(
           "TOPIC",
           [&options, topics, name = app.get_name()](const std::string& text) {
               if (std::find(topics.begin(), topics.end(), text) == topics.end())
                   bad_input("{} knows no '{}'{}; there is {}", name, text, did_you_mean(text, topics),
                             join_or(topics));
               options.topic = text;
           },
           help)
        ->type_name("");
}

void add_drawing(CLI::App& app, Options& options) {
    app.add_flag("--cull", options.cull, "Draw only what lies in the view")->disable_flag_override();
    add_name(app, "--sort", "Draw from back to front (default auto: where the near covers the far)",
             effects::sortings, options.sort);
    add_count(app, "--sort-every", "Pictures between two sorts (default 1)", 1, effects::most_sort_every,
              [&](std::uint32_t n) { options.sort_every = n; });
    add_name(app, "--sort-bits", "Of the keys that are sorted (default 32)", effects::key_bits,
             options.sort_bits);
}

void add_view(CLI::App& app, Options& options) {
    add_common(app, options);
    add_effect(app, options);
    add_frames(app, options, "End after so many pictures");
    add_drawing(app, options);
    add_prewarm(app, options);
    add_states(app, options);
    add_text(app, "--record", "FILE", "Write every change of what is simulated, to do it again another time",
             options.record);
    add_text(app, "--ui-map", "FILE", "Write each widget's name and rectangle as JSON, whenever they change",
             options.ui_map);
}

void add_render(CLI::App& app, Options& options) {
    add_common(app, options);
    add_effect(app, options);
    add_frames(app, options, "Pictures to make (default: 5 s of them)");
    add_drawing(app, options);
    add_prewarm(app, options);
    add_states(app, options);
    add_value(
        app, "--size", "WxH", "Of a picture in pixels (default 1280x720)",
        [&](const std::string& text) { options.size = parse_picture_size("--size", text, most_pixels); });
    add_count(app, "--fps", "Pictures per second of simulated time (default 60)", 1, most_fps,
              [&](std::uint32_t n) { options.fps = n; });
    add_text(app, "--output", "OUT",
             "A directory, FILE.png (the last picture), FILE.mp4, or - for PNG after PNG", options.output);
}

void add_test(CLI::App& app, Options& options) {
    add_common(app, options);
    add_topic(app, options, test_topics, "scan, compact or replay (default: all)");
    add_scanned(app, options);
    app.add_flag("--quick", options.quick, "Fewer sizes and steps")->disable_flag_override();
}

struct Span {
    std::uint64_t least, most;
};

/// Whole numbers of the span with commas between them, each one that `allows`, which `right` describes.
void add_numbers(CLI::App& app, const std::string& name, const std::string& help, Span span,
                 bool (*allows)(std::uint64_t), const std::string& right,
                 std::vector<std::uint32_t>& values) {
    add_value(app, name, "N,...", help, [=, &values](const std::string& text) {
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

void add_cases(CLI::App& app, Options& options) {
    constexpr std::uint64_t most_record = std::uint64_t{shared::MAX_COLUMNS} * shared::COLUMN_BYTES;
    add_numbers(app, "--record-bytes", "compact: sizes of a record, multiples of 16 (default 48,64)",
                {shared::COLUMN_BYTES, most_record}, is_record, "a multiple of 16", options.record_bytes);
    add_numbers(app, "--survivors", "compact: per cent that survive (default 0,1,10,50,90,99,100)",
                {0, most_percent}, any_number, "", options.survivors);
    add_name(app, "--votes", "compact: how survivors lie (default random, and 50 % clustered)", vote_spreads,
             options.votes);
    add_numbers(app, "--key-bits", "sort: bits of a key, 16 or 32 (default both)", {0, most_elements}, is_key,
                "16 or 32", options.key_bits);
    add_numbers(app, "--visible", "cull: per cent that are visible (default 0,10,50,90,100)",
                {0, most_percent}, any_number, "", options.visible);
    add_value(
        app, "--deaths", "PERCENT,...", "frame: per cent that die in a step (default 1)",
        [&](const std::string& text) { options.deaths = parse_positives("--deaths", text, most_deaths); });
    add_text(app, "--effect", "EFFECT",
             "frame: a built-in effect's name or a file, in place of one that fills", options.bench_effect);
}

void add_bench(CLI::App& app, Options& options) {
    add_common(app, options);
    add_topic(app, options, bench_topics, "scan, compact, sort, cull or frame (default: scan)");
    add_scanned(app, options);
    add_cases(app, options);
    add_count(app, "--runs", "Measured runs of each row (default 30)", least_runs, most_runs,
              [&](std::uint32_t n) { options.runs = n; });
    app.add_flag(
           "--all", options.all,
           "scan: every pair of block scan and grid strategy that the options leave open; compact, sort, "
           "frame: every case")
        ->disable_flag_override();
    add_text(app, "--report", "FILE|-", "Write what was found as a page of charts and tables (HTML)",
             options.report);
    add_text(app, "--from", "FILE", "Make the page from what --json has kept, and measure nothing",
             options.from);
}

/// `winnow --headless` is `winnow test`.
std::vector<std::string> without_headless(std::span<const std::string> arguments) {
    std::vector<std::string> words(arguments.begin(), arguments.end());
    for (std::string& word : words) {
        if (std::any_of(table().begin(), table().end(), [&](const Command& c) { return c.name == word; }))
            break;
        if (word != "--headless") continue;
        word = "test";
        break;
    }
    return words;
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// `command` as in a shell: "winnow" or "winnow test".
[[noreturn]] void reject_extra(const CLI::App& app, const std::string& command, const std::string& word) {
    if (!word.starts_with("-"))
        bad_input("{}: there is one argument too many: '{}'; see {} --help", command, word, command);
    const std::vector<std::string> names = option_names(app);
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    bad_input("{} has no option {}{}; see {} --help", command, name, did_you_mean(name, candidates), command);
}

/// A first word that is neither a command nor an effect may be a command misspelt; effects and files speak
/// for themselves when they are loaded.
void reject_misspelt_command(const std::string& word) {
    const auto effects = effects::built_in_names();
    if (std::find(effects.begin(), effects.end(), word) != effects.end() || std::filesystem::exists(word))
        return;
    std::vector<std::string_view> names;
    for (const Command& command : table()) names.push_back(command.name);
    if (nearest(word, names))
        bad_input("there is no command or effect '{}'{}; see winnow --help", word, did_you_mean(word, names));
}

/// CLI11's message as one line.
[[noreturn]] void rethrow(const CLI::ParseError& error) {
    std::string text = error.what();
    std::replace(text.begin(), text.end(), '\n', ' ');
    bad_input("{}; see winnow --help", text);
}

/// The same for all that name one file.
std::string place_of(const std::string& output) {
    if (output == "-") return output;
    std::error_code unknown;
    const auto absolute = std::filesystem::absolute(output, unknown);
    if (unknown) return output;
    const auto place = std::filesystem::weakly_canonical(absolute, unknown);
    return unknown ? output : place.string();
}

void require_distinct_outputs(const Options& options) {
    const std::array<std::pair<std::string_view, const std::string*>, 7> outputs{
        {{"--json", &options.json},
         {"--save-state", &options.save_state},
         {"--record", &options.record},
         {"--trace", &options.trace},
         {"--output", &options.output},
         {"--report", &options.report},
         {"--ui-map", &options.ui_map}}};
    std::map<std::string, std::string_view> taken;
    for (const auto& [name, path] : outputs) {
        if (path->empty()) continue;
        const auto [earlier, fresh] = taken.emplace(place_of(*path), name);
        if (!fresh) bad_input("{} and {} cannot both write to {}", earlier->second, name, *path);
    }
}

/// The program's own options are those of `view`, its default command.
class Parser {
  public:
    Parser() : app_("Winnow: a GPU particle system that a prefix sum keeps in order.", "winnow") {
        const std::map<std::string_view, std::function<void(CLI::App&, Options&)>> adders{
            {"view", add_view},
            {"test", add_test},
            {"bench", add_bench},
            {"render", add_render},
            {"list", add_common}};
        add_view(app_, options_);
        app_.allow_extras();
        app_.require_subcommand(0, 1);
        for (const Command& command : table()) {
            CLI::App* sub = app_.add_subcommand(std::string(command.name), std::string(command.summary));
            sub->allow_extras();
            adders.at(command.name)(*sub, options_);
        }
    }

    std::optional<Options> parse(std::span<const std::string> arguments, std::string& answer) {
        std::vector<std::string> words = without_headless(arguments);
        std::reverse(words.begin(), words.end());  // as CLI11 wants them
        try {
            app_.parse(words);
        } catch (const CLI::CallForHelp&) {
            answer = app_.help();
            return std::nullopt;
        } catch (const CLI::CallForVersion& text) {
            answer = text.what();
            return std::nullopt;
        } catch (const CLI::ParseError& error) {
            rethrow(error);
        }
        take_command();
        require_distinct_outputs(options_);
        refuse_contradictions(options_);
        return options_;
    }

  private:
    void take_command() {
        const auto chosen = app_.get_subcommands();
        const CLI::App& used = chosen.empty() ? app_ : *chosen.front();
        if (!chosen.empty()) options_.command = used.get_name();
        for (const CLI::App* app : {static_cast<const CLI::App*>(&app_), &used})
            if (const auto extra = app->remaining(); !extra.empty())
                reject_extra(*app, app == &app_ ? "winnow" : "winnow " + options_.command, extra.front());
        for (const CLI::Option* option : app_.get_options())
            if (option->count() > 0 && !option->get_lnames().empty() &&
                used.get_option_no_throw(option->get_name()) == nullptr)
                reject_extra(used, "winnow " + options_.command, option->get_name());
        const bool effect_first = app_.get_option("EFFECT")->count() > 0;
        const CLI::Option* effect = used.get_option_no_throw("EFFECT");
        options_.effect_given = effect != nullptr && effect->count() > 0;
        if (chosen.empty() && effect_first) reject_misspelt_command(options_.effect);
        if (!chosen.empty() && effect_first)
            bad_input("'{}' before the command {} has no meaning; see winnow --help", options_.effect,
                      options_.command);
    }

    CLI::App app_;
    Options options_;
};

}  // namespace

std::optional<Options> parse_command_line(std::span<const std::string> arguments, std::string& answer) {
    return Parser().parse(arguments, answer);
}

}  // namespace winnow::commands
