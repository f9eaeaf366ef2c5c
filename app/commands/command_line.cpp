#include "commands/command_line.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "commands/commands.h"
#include "effects/format/effect_file.h"

namespace winnow::commands {
namespace {

std::vector<std::string> names_of(const std::vector<std::unique_ptr<Arguments>>& commands) {
    std::vector<std::string> names;
    for (const auto& command : commands) names.push_back(command->name());
    return names;
}

std::vector<std::string_view> views_of(const std::vector<std::string>& words) {
    return {words.begin(), words.end()};
}

/// Finds the commands below this one that have the option. Topics are listed only if their command does not
/// have it.
void find_owners(const Arguments& above, std::string_view option, std::vector<std::string>& owners) {
    for (const auto& command : above.commands())
        if (command->find_own(option) != nullptr)
            owners.push_back(command->full_name());
        else
            find_owners(*command, option, owners);
}

/// Returns the topics beside this one that have the option, or else the commands that do.
std::vector<std::string> owners_beside(const Arguments& root, const Arguments& command,
                                       std::string_view option) {
    std::vector<std::string> owners;
    for (const auto& one : root.commands())
        for (const auto& topic : one->commands())
            if (topic.get() == &command) find_owners(*one, option, owners);
    if (owners.empty()) find_owners(root, option, owners);
    return owners;
}

/// Returns true if a word follows the option as its value, in any command that has the option.
bool takes_value(const Arguments& root, const std::string& option) {
    const Arguments::Declared* found = root.find_option(option);
    return found != nullptr && found->takes_value();
}

[[noreturn]] void reject_option(const Arguments& root, const Arguments& command, const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    const std::vector<std::string> owners = owners_beside(root, command, name);
    if (!owners.empty())
        bad_input("{0} has no option {1}: {1} is an option of {2}", command.full_name(), name,
                  join_or(views_of(owners)));
    std::vector<std::string_view> candidates;
    for (const auto& one : command.declared()) candidates.push_back(one.name);
    bad_input("{0} has no option {1}{2}; see {0} --help", command.full_name(), name,
              did_you_mean(name, candidates));
}

[[noreturn]] void reject_extra(const Arguments& root, const Arguments& command, const std::string& word) {
    if (word.starts_with("-")) reject_option(root, command, word);
    if (&command != &root && !command.commands().empty()) {
        const auto names = names_of(command.commands());
        const auto topics = views_of(names);
        bad_input("{} has no command '{}'{}; it takes {}", command.full_name(), word,
                  did_you_mean(word, topics), join_or(topics));
    }
    bad_input("{0}: there is one argument too many: '{1}'; see {0} --help", command.full_name(), word);
}

/// Rejects a first word that is neither a command nor an effect, if it resembles a command. A wrong effect or
/// file is reported when it is loaded.
void reject_misspelt_command(const Arguments& root, const std::string& word) {
    const auto effects = effects::built_in_names();
    std::error_code unknown;
    if (std::find(effects.begin(), effects.end(), word) != effects.end() ||
        std::filesystem::exists(word, unknown))
        return;
    const auto commands = names_of(root.commands());
    const auto names = views_of(commands);
    if (nearest(word, names))
        bad_input("there is no command or effect '{}'{}; see winnow --help", word, did_you_mean(word, names));
}

/// Returns CLI11's message about an option with too many or too few values in plainer words.
std::string plainer(const std::string& text) {
    constexpr std::string_view twice = "At Most 1 required but received ", some = "1 required ",
                               none = " missing";
    const std::size_t colon = text.find(": ");
    if (colon == std::string::npos) return text;
    const std::string name = text.substr(0, colon);
    const std::string_view rest = std::string_view(text).substr(colon + 2);
    if (rest.starts_with(twice)) return name + " is given more than once";
    if (rest.starts_with(some) && rest.ends_with(none))
        return fmt::format("{} needs {}", name,
                           rest.substr(some.size(), rest.size() - some.size() - none.size()));
    return text;
}

/// Throws CLI11's message as one line.
[[noreturn]] void rethrow(const CLI::ParseError& error, const Arguments& command) {
    std::string text = plainer(error.what());
    std::replace(text.begin(), text.end(), '\n', ' ');
    if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) text += "; leave one of them out";
    bad_input("{0}: {1}; see {0} --help", command.full_name(), text);
}

/// All commands with their options. The program's own options are those of `view`, its default command.
class CommandLine {
  public:
    CommandLine()
        : app_("Winnow: a GPU particle system that a prefix sum keeps in order.", "winnow"), root_(app_) {
        declare(root_, std::get<ViewOptions>(options_));
        add<ViewOptions>("view", "open the interactive demo (the default)");
        add<TestOptions>("test",
                         "check every backend of this machine against the reference, without a window");
        add<BenchOptions>("bench", "measure scans, compactors, sorts, culls or whole steps");
        add<RenderOptions>("render", "make frames or a video without a window");
        add<JoinOptions>("join", "check the parts of a film and encode them as a video");
        add<BakeOptions>("bake", "write a run as files for other programs");
        add<SheetOptions>("sheet", "draw an effect with several seeds, values or times on one sheet");
        add<ListOptions>("list", "list effects, modules, backends, algorithms and devices");
        add<LabOptions>("lab", "show scans step by step, with values of your own");
        add<EffectOptions>("effect", "extract and check effects as files");
        add<PackOptions>("pack", "write an effect as one file, with all files that it needs");
        add<CompletionOptions>("completion", "print the script that completes command lines in a shell");
        add<ManualOptions>("man", "print the manual page");
    }

    const Arguments& root() const { return root_; }

    std::optional<CommandOptions> parse(std::span<const std::string> arguments, std::string& answer) {
        const Call call = locate(arguments);
        std::vector<std::string> words(call.words.rbegin(), call.words.rend());  // CLI11 wants reverse order
        try {
            app_.parse(words);
        } catch (const CLI::CallForHelp&) {
            answer = app_.help();
            return std::nullopt;
        } catch (const CLI::CallForVersion& text) {
            answer = text.what();
            return std::nullopt;
        } catch (const CLI::ParseError& error) {
            rethrow(error, *call.command);
        }
        if (const auto extra = call.command->app().remaining(); !extra.empty())
            reject_extra(root_, *call.command, extra.front());
        if (const auto after = app_.get_subcommands(); call.command == &root_ && !after.empty())
            bad_input("{0}: a command comes first, as in winnow {0}; see winnow --help",
                      after.front()->get_name());
        call.command->finish();
        if (call.command == &root_ && root_.was_given("EFFECT"))
            reject_misspelt_command(root_, std::get<ViewOptions>(options_).effect);
        return call.take();
    }

  private:
    /// The command to run, and its words after its name.
    struct Call {
        Arguments* command;
        std::vector<std::string> words;
        std::function<CommandOptions()> take;
    };

    template <typename Options>
    void add(const char* name, const char* summary) {
        Options& options = std::get<Options>(options_);
        declare(root_.add_command(name, summary), options);
        takers_.push_back([&options] { return CommandOptions(options); });
    }

    /// Finds the command. Options may be given before a command or a topic; `winnow --headless` is `winnow
    /// test`.
    Call locate(std::span<const std::string> arguments) {
        Call call{&root_, {}, takers_.front()};
        std::vector<std::string> rest;
        bool may_be_command = true;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const std::string& word = arguments[i];
            if (word == "--") {
                rest.insert(rest.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
                break;
            }
            const bool headless = word == "--headless" && call.command == &root_;
            Arguments* next = may_be_command ? call.command->find_command(headless ? "test" : word) : nullptr;
            if (next != nullptr) {
                enter(call, *next);
                continue;
            }
            rest.push_back(word);
            if (!word.starts_with("-"))
                may_be_command = false;
            else if (takes_value(root_, word) && i + 1 < arguments.size() &&
                     !arguments[i + 1].starts_with("--"))
                rest.push_back(arguments[++i]);
        }
        call.words.insert(call.words.end(), rest.begin(), rest.end());
        return call;
    }

    void enter(Call& call, Arguments& command) {
        for (std::size_t i = 0; call.command == &root_ && i < takers_.size(); ++i)
            if (root_.commands()[i].get() == &command) call.take = takers_[i];
        call.command = &command;
        call.words.push_back(command.name());
    }

    CLI::App app_;
    Arguments root_;
    std::tuple<ViewOptions, RenderOptions, JoinOptions, BakeOptions, TestOptions, BenchOptions, ListOptions,
               LabOptions, EffectOptions, PackOptions, CompletionOptions, ManualOptions, SheetOptions>
        options_;
    std::vector<std::function<CommandOptions()>> takers_;  // one per command of the root, in their order
};

}  // namespace

std::optional<CommandOptions> parse_command_line(std::span<const std::string> arguments,
                                                 std::string& answer) {
    if (!arguments.empty() && arguments.front() == completion_request) {
        answer = completions(CommandLine().root(), arguments.subspan(1));
        return std::nullopt;
    }
    return CommandLine().parse(arguments, answer);
}

void declare(Arguments& arguments, ManualOptions& options) {
    arguments.add_flag("--markdown", "Print the commands and their options as Markdown", options.markdown);
}

int run(const ManualOptions& options) {
    const CommandLine line;
    std::fputs((options.markdown ? manual_markdown : manual)(line.root()).c_str(), stdout);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
