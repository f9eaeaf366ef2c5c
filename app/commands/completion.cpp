#include "commands/command_line.h"

#include <array>
#include <cstdio>
#include <vector>

#include "base/error.h"
#include "commands/commands.h"

namespace winnow::commands {
namespace {

constexpr const char* for_bash = R"sh(# Completion of winnow for bash.
_winnow() {
    local IFS=$'\n'
    COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" \
        -- "${COMP_WORDS[COMP_CWORD]#=}"))
}
complete -o default -F _winnow winnow
)sh";

constexpr const char* for_zsh = R"sh(#compdef winnow
# Completion of winnow for zsh.
_winnow() {
    local -a candidates
    candidates=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${candidates[1]}" ]]; then compadd -- "${candidates[@]}"; fi
    _files
}
if [[ "${funcstack[1]}" == _winnow ]]; then _winnow "$@"; else compdef _winnow winnow; fi
)sh";

constexpr const char* for_fish = R"sh(# Completion of winnow for fish.
complete -c winnow -a '(winnow __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
)sh";

constexpr std::array scripts{
    Named<const char*>{for_bash, "bash", {}},
    Named<const char*>{for_zsh, "zsh", {}},
    Named<const char*>{for_fish, "fish", {}},
};

void add_all(const std::vector<std::string>& words, std::vector<std::string>& candidates) {
    candidates.insert(candidates.end(), words.begin(), words.end());
}

/// The command that the words before the last one lead to, and the role of the last word there.
struct Place {
    const Arguments* command;
    const Arguments::Declared* option = nullptr;  // the option whose value the last word is
    bool first_word = true;                       // only options precede the last word
};

Place place_of(const Arguments& root, std::span<const std::string> words) {
    Place place{&root};
    for (const std::string& word : words) {
        const bool is_value = place.option != nullptr;
        // Commands may give one option different words. An option may also precede the command that it
        // belongs to.
        const auto* own = place.command->find_own(word);
        place.option = is_value ? nullptr : own != nullptr ? own : root.find_option(word);
        if (place.option != nullptr && !place.option->takes_value()) place.option = nullptr;
        if (is_value || word.starts_with("-")) continue;
        if (const Arguments* next = place.first_word ? place.command->find_command(word) : nullptr)
            place.command = next;
        else
            place.first_word = false;
    }
    return place;
}

std::vector<std::string> candidates_at(const Place& place, std::string_view begun) {
    std::vector<std::string> candidates;
    if (place.option != nullptr) return place.option->words;
    const bool is_option = begun.starts_with("-");
    for (const auto& one : place.command->declared()) {
        if (is_option && one.is_option()) candidates.push_back(one.name);
        if (!is_option && !one.is_option() && place.first_word) add_all(one.words, candidates);
    }
    if (is_option) candidates.insert(candidates.end(), {"--help", "--version"});
    if (!is_option && place.first_word)
        for (const auto& command : place.command->commands()) candidates.push_back(command->name());
    return candidates;
}

}  // namespace

std::string completions(const Arguments& root, std::span<const std::string> words) {
    std::vector<std::string> before(words.begin(), words.end());
    // Bash splits "--option=value" into the option, "=" and the value, which may still be missing.
    if (!before.empty() && before.back() == "=") before.back() = "";
    std::erase(before, "=");
    const std::string begun = before.empty() ? "" : before.back();
    if (!before.empty()) before.pop_back();
    std::string lines;
    for (const std::string& one : candidates_at(place_of(root, before), begun))
        if (one.starts_with(begun)) lines += one + '\n';
    return lines;
}

void declare(Arguments& arguments, CompletionOptions& options) {
    arguments.add_name("SHELL", "bash, zsh or fish", scripts, options.script);
}

int run(const CompletionOptions& options) {
    if (options.script == nullptr) bad_input("winnow completion needs a shell: bash, zsh or fish");
    std::fputs(options.script, stdout);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
