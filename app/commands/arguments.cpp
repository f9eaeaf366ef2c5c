#include "commands/arguments.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/file_clashes.h"
#include "base/version.h"
#include "effects/format/effect_file.h"
#include "gl/shader_source.h"

namespace winnow::commands {
namespace {

/// Adds the files that a value of the option names.
void add(FileClashes& clashes, const Arguments::Declared& option, const std::string& path) {
    const bool is_effect_file = option.kind == ValueKind::effect && effects::is_file(path);
    if (option.kind == ValueKind::input_file || is_effect_file) clashes.add_input(option.name, path);
    if (option.kind == ValueKind::output_file) clashes.add_output(option.name, path);
    if (option.kind == ValueKind::shaders)
        for (const std::string& shader : gl::shader_paths())
            clashes.add_input(option.name, fmt::format("{}/{}", path, shader));
}

const std::string& require_value(const std::string& option, const std::string& text) {
    if (text.empty() || text.starts_with("--")) bad_input("{} needs a value; see winnow --help", option);
    return text;
}

}  // namespace

Arguments::Arguments(CLI::App& app) : app_(app) {
    app_.allow_extras();  // unknown options get a message of our own
    app_.require_subcommand(0, 1);
    app_.set_help_flag("-h,--help", "Print this and exit");
    app_.set_version_flag("--version", "winnow " + std::string(version()) + "\n",
                          "Print the version and exit");
}

Arguments::~Arguments() = default;

Arguments& Arguments::add_command(const std::string& name, const std::string& summary,
                                  const std::string& alias) {
    CLI::App& command = *app_.add_subcommand(name, summary);
    if (!alias.empty()) command.alias(alias);
    return *commands_.emplace_back(std::make_unique<Arguments>(command));
}

void Arguments::add_value(const std::string& name, const std::string& type, const std::string& help, Set set,
                          std::vector<std::string> words) {
    const auto checked = [name, set = std::move(set)](const std::string& text) {
        set(require_value(name, text));
    };
    app_.add_option_function<std::string>(name, checked, help)->type_name(type);
    declared_.push_back({name, type, help, std::move(words), ValueKind::other});
}

void Arguments::add_repeated(const std::string& name, const std::string& type, const std::string& help,
                             Set set) {
    const auto checked = [name, set = std::move(set)](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) set(require_value(name, text));
    };
    app_.add_option_function<std::vector<std::string>>(name, checked, help)
        ->type_name(type)
        ->allow_extra_args(false);
    declared_.push_back({name, type, help, {}, ValueKind::other, nullptr});
}

void Arguments::add_flag(const std::string& name, const std::string& help, bool& value) {
    app_.add_flag(name, value, help)->disable_flag_override();
    declared_.push_back({name, {}, help, {}, ValueKind::other});
}

void Arguments::declare(const std::string& name, ValueKind kind, const std::string& type,
                        const std::string& help, std::string& value) {
    add_value(name, type, help, [&value](const std::string& text) { value = text; });
    declared_.back().kind = kind;
    declared_.back().path = &value;
}

void Arguments::add_text(const std::string& name, const std::string& type, const std::string& help,
                         std::string& value) {
    declare(name, ValueKind::other, type, help, value);
}

void Arguments::add_effect(const std::string& name, const std::string& help, std::string& value) {
    const bool is_option = name.starts_with("--");
    declare(name, ValueKind::effect, is_option ? "EFFECT" : "", help, value);
    declared_.back().words = effects::built_in_names();
}

void Arguments::add_input(const std::string& name, const std::string& help, std::string& value) {
    declare(name, ValueKind::input_file, "FILE", help, value);
}

void Arguments::add_inputs(const std::string& name, const std::string& help,
                           std::vector<std::string>& values) {
    const auto store = [name, &values](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) require_value(name, text);
        values = texts;
    };
    app_.add_option_function<std::vector<std::string>>(name, store, help)->type_name("");
    declared_.push_back({name, "", help, {}, ValueKind::input_file, nullptr, &values});
}

void Arguments::add_output(const std::string& name, const std::string& type, const std::string& help,
                           std::string& value) {
    declare(name, ValueKind::output_file, type, help, value);
}

void Arguments::add_shaders(const std::string& name, const std::string& help, std::string& value) {
    declare(name, ValueKind::shaders, "DIR", help, value);
}

void Arguments::add_count(const std::string& name, const std::string& help, std::uint32_t least,
                          std::uint32_t most, std::function<void(std::uint32_t)> set) {
    add_value(name, "N", help, [=, set = std::move(set)](const std::string& text) {
        set(static_cast<std::uint32_t>(parse_count(name, text, least, most)));
    });
}

CLI::Option& Arguments::option(const std::string& name) const {
    return *app_.get_option(name);
}

void Arguments::exclude(const std::string& name, const std::vector<std::string>& others) {
    for (const std::string& other : others) option(name).excludes(&option(other));
}

void Arguments::exclude_all_but(const std::string& name, const std::vector<std::string>& allowed) {
    for (const Declared& other : declared_)
        if (other.name != name && std::find(allowed.begin(), allowed.end(), other.name) == allowed.end())
            exclude(name, {other.name});
}

void Arguments::need(const std::string& name, const std::string& other) {
    option(name).needs(&option(other));
}

bool Arguments::was_given(const std::string& name) const {
    return option(name).count() > 0;
}

std::string Arguments::full_name() const {
    const CLI::App* above = app_.get_parent();
    std::string name = app_.get_name();
    for (; above != nullptr; above = above->get_parent()) name.insert(0, above->get_name() + ' ');
    return name;
}

std::string Arguments::name() const {
    return app_.get_name();
}

std::string Arguments::summary() const {
    return app_.get_description();
}

const Arguments::Declared* Arguments::find_own(std::string_view option) const {
    for (const Declared& one : declared_)
        if (one.name == option) return &one;
    return nullptr;
}

const Arguments::Declared* Arguments::find_option(std::string_view option) const {
    const Declared* found = find_own(option);
    for (auto below = commands_.begin(); found == nullptr && below != commands_.end(); ++below)
        found = (*below)->find_option(option);
    return found;
}

Arguments* Arguments::find_command(std::string_view name) const {
    for (const auto& command : commands_)
        if (command->app_.check_name(std::string(name))) return command.get();
    return nullptr;
}

void Arguments::finish() const {
    FileClashes clashes;
    for (const Declared& one : declared_) {
        if (one.path != nullptr && !one.path->empty()) add(clashes, one, *one.path);
        if (one.paths != nullptr)
            for (const std::string& path : *one.paths) add(clashes, one, path);
    }
    clashes.refuse();
    set_command_files(std::move(clashes));
    for (const auto& call : finally_) call();
}

std::string Arguments::join(const std::vector<std::string>& words) {
    std::string joined;
    for (const std::string& word : words) joined += (joined.empty() ? "" : "|") + word;
    return joined;
}

}  // namespace winnow::commands
