// The options of one command: declared on a CLI11 command, with the facts that completion and the manual
// need.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "commands/parse_values.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace winnow::commands {

/// The kind of thing that an option's value names.
enum class ValueKind { other, effect, input_file, output_file, shaders };

class Arguments {
  public:
    using Set = std::function<void(const std::string&)>;

    /// `app` outlives it.
    explicit Arguments(CLI::App& app);
    Arguments(const Arguments&) = delete;
    ~Arguments();

    /// Adds a command below this one. `alias` is a second name for it, or empty.
    Arguments& add_command(const std::string& name, const std::string& summary,
                           const std::string& alias = {});

    // Each declares one option, or a positional argument if the name has no dashes. An invalid value throws
    // Error(bad_input) when it is set.
    /// `words`: values that completion offers.
    void add_value(const std::string& name, const std::string& type, const std::string& help, Set set,
                   std::vector<std::string> words = {});
    /// Declares an option that can be given several times; `set` is called once for each.
    void add_repeated(const std::string& name, const std::string& type, const std::string& help, Set set);
    void add_flag(const std::string& name, const std::string& help, bool& value);
    void add_text(const std::string& name, const std::string& type, const std::string& help,
                  std::string& value);
    /// Declares a built-in effect's name or a file.
    void add_effect(const std::string& name, const std::string& help, std::string& value);
    /// These declare a file that is read, a file that is written, and the directory of the shaders.
    void add_input(const std::string& name, const std::string& help, std::string& value);
    /// Declares files that are read: the positional arguments from here on.
    void add_inputs(const std::string& name, const std::string& help, std::vector<std::string>& values);
    void add_output(const std::string& name, const std::string& type, const std::string& help,
                    std::string& value);
    void add_shaders(const std::string& name, const std::string& help, std::string& value);
    void add_count(const std::string& name, const std::string& help, std::uint32_t least, std::uint32_t most,
                   std::function<void(std::uint32_t)> set);
    /// `value` is a Value or may hold one.
    template <typename Value, std::size_t N>
    void add_name(const std::string& name, const std::string& help, const std::array<Named<Value>, N>& names,
                  auto& value) {
        std::vector<std::string> words;
        for (const auto& row : names) words.emplace_back(row.name);
        add_value(
            name, join(words), help,
            [&, name](const std::string& text) { value = parse_name(name, text, names); }, words);
    }

    /// Forbids this option together with any of the others.
    void exclude(const std::string& name, const std::vector<std::string>& others);
    /// Forbids this option together with every option declared so far, except the allowed ones.
    void exclude_all_but(const std::string& name, const std::vector<std::string>& allowed);
    /// Requires the other option wherever this one is given.
    void need(const std::string& name, const std::string& other);
    /// Adds a call that is made, in order, when this command was chosen and all its options are set. It may
    /// throw Error(bad_input).
    void finally(std::function<void()> call) { finally_.push_back(std::move(call)); }

    // The declared options.
    struct Declared {
        std::string name, type, help;  // an option without a type is a flag
        std::vector<std::string> words;
        ValueKind kind = ValueKind::other;
        const std::string* path = nullptr;                // for files and directories
        const std::vector<std::string>* paths = nullptr;  // for several files

        bool is_option() const { return name.starts_with("--"); }
        bool takes_value() const { return !type.empty(); }
    };

    CLI::App& app() const { return app_; }
    bool was_given(const std::string& name) const;
    std::string name() const;
    /// Returns the name as typed in a shell: "winnow bench scan".
    std::string full_name() const;
    std::string summary() const;
    const std::vector<std::unique_ptr<Arguments>>& commands() const { return commands_; }
    Arguments* find_command(std::string_view name) const;
    const std::vector<Declared>& declared() const { return declared_; }
    /// Finds an option of this command (find_option(): also of those below it). Returns null if there is
    /// none.
    const Declared* find_own(std::string_view option) const;
    const Declared* find_option(std::string_view option) const;
    /// Throws Error(bad_input) if a file would be written twice or would overwrite one that is read. Then
    /// makes the calls that finally() added.
    void finish() const;

  private:
    static std::string join(const std::vector<std::string>& words);
    void declare(const std::string& name, ValueKind kind, const std::string& type, const std::string& help,
                 std::string& value);
    CLI::Option& option(const std::string& name) const;

    CLI::App& app_;
    std::vector<std::unique_ptr<Arguments>> commands_;
    std::vector<Declared> declared_;
    std::vector<std::function<void()>> finally_;
};

}  // namespace winnow::commands
