// winnow effect: extracts and checks effects as files.
#include "base/interrupt.h"
#include "base/message.h"
#include "base/output.h"
#include "base/version.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "effects/compile/replayable.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "effects/format/schema.h"
#include "effects/model/strict_json.h"
#include "effects/modules/module_files.h"
#include "state/state_file.h"

namespace winnow::commands {
namespace {

int extract(const EffectOptions& options) {
    if (options.state.empty()) bad_input("winnow effect extract needs a saved state; see its --help");
    const state::SavedState saved = state::read_state(options.state);
    write_file(options.output.empty() ? "-" : options.output, effects::file_text(saved.conditions.effect));
    return static_cast<int>(ExitStatus::fine);
}

int write_schema(const EffectOptions& options) {
    const auto own = effects::modules_at_home([](const std::string&, const Error& error) {
        say(fmt::format("left out of the schema: {}", error.what()));
    });
    write_file(options.output.empty() ? "-" : options.output, effects::effect_schema_text(own));
    return static_cast<int>(ExitStatus::fine);
}

int write_strict(const EffectOptions& options) {
    if (options.file.empty()) bad_input("winnow effect strict needs a file; see its --help");
    const std::string text = effects::read_text(options.file);
    effects::parse_document(text, options.file);  // refuses what is no JSON
    write_file(options.output.empty() ? "-" : options.output, effects::strict_json(text));
    return static_cast<int>(ExitStatus::fine);
}

/// The result of a check, as lines and as JSON.
struct Verdict {
    bool is_fine = true;
    std::string lines;
    nlohmann::ordered_json json;
};

nlohmann::ordered_json json_of(const effects::Refusal& refusal) {
    const auto known = [](int number) { return number > 0 ? nlohmann::ordered_json(number) : nullptr; };
    return {{"line", known(refusal.place().line)},
            {"column", known(refusal.place().column)},
            {"pointer", refusal.fault().pointer},
            {"message", refusal.fault().message}};
}

Verdict verdict_on(const std::string& file) {
    constexpr std::size_t max_lines = 20;  // of faults
    const auto [effect, faults] = effects::load_with_faults(file);
    if (faults.empty()) {
        const std::string why_not = effects::why_not_replayable(effect);
        return {true,
                file + ": fine" + (why_not.empty() ? "" : "; " + why_not) + '\n',
                {{"file", file}, {"fine", true}, {"replayable", why_not.empty()}}};
    }
    Verdict verdict{false, {}, {{"file", file}, {"fine", false}}};
    verdict.json.update(json_of(faults.front()));
    auto& rows = verdict.json["faults"] = nlohmann::ordered_json::array();
    for (const effects::Refusal& fault : faults) {
        if (rows.size() < max_lines) verdict.lines += fmt::format("{}\n", fault.what());
        rows.push_back(json_of(fault));
    }
    if (faults.size() > max_lines)
        verdict.lines += fmt::format("{}: and {}{} more\n", file,
                                     faults.size() < effects::Faults::max_kept ? "" : "at least ",
                                     faults.size() - max_lines);
    return verdict;
}

int check(const EffectOptions& options) {
    if (options.files.empty()) bad_input("winnow effect check needs files; see its --help");
    JsonFile json(options.json);
    std::size_t faulty = 0;
    auto rows = nlohmann::ordered_json::array();
    for (const std::string& file : options.files) {
        check_interrupted();
        Verdict verdict = verdict_on(file);
        print_lines(table_stream({options.json}), verdict.lines);
        faulty += verdict.is_fine ? 0 : 1;
        rows.push_back(std::move(verdict.json));
    }
    json.write({{"schema", json_schema}, {"version", version()}, {"files", std::move(rows)}});
    if (faulty > 0) bad_input("{} of {} files: not a valid effect", faulty, options.files.size());
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace

void declare(Arguments& arguments, EffectOptions& options) {
    arguments.finally([] {
        bad_input(
            "winnow effect needs a command: extract, check, strict or schema; see winnow effect --help");
    });
    const auto add = [&](const char* name, const char* summary, auto action) -> Arguments& {
        Arguments& command = arguments.add_command(name, summary);
        command.finally([&options, action] { options.action = action; });
        return command;
    };
    Arguments& extracting = add("extract", "write the effect that a saved state holds", extract);
    extracting.add_input("STATE", "A state that --save-state wrote", options.state);
    extracting.add_output("--output", "FILE|-", "Where to write the effect (default -)", options.output);
    Arguments& checking = add("check", "find all faults of each file", check);
    checking.add_inputs("FILE", "Effect files, any number", options.files);
    add_json(checking, options.json);
    Arguments& strict = add(
        "strict", "write an effect file as strict JSON, without comments and trailing commas", write_strict);
    strict.add_input("FILE", "An effect file or a built-in effect", options.file);
    strict.add_output("--output", "FILE|-", "Where to write the JSON (default -)", options.output);
    Arguments& schema = add("schema", "write the JSON Schema of effect files, for editors", write_schema);
    schema.add_output("--output", "FILE|-", "Where to write the schema (default -)", options.output);
}

int run(const EffectOptions& options) {
    return options.action(options);
}

}  // namespace winnow::commands
