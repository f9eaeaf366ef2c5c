#include "commands/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "base/version.h"

namespace winnow::commands {
namespace {

struct Term {
    std::string_view term, meaning;
};

constexpr std::array statuses{
    Term{"0", "fine"},
    Term{"1", "a check failed"},
    Term{"2",
         "bad usage or input, or beyond a limit of the device or process; one line on stderr says what is "
         "wrong, where, and what would be right"},
    Term{"3",
         "a device, an extension, a display or ffmpeg is absent; if the display goes away during a run, the "
         "recording until then is kept"},
    Term{
        "130",
        "interrupted by Ctrl-C, SIGTERM or a closed terminal; files are complete or absent. The program "
        "waits half a second for a stalled reader or ffmpeg, and a second for a driver that compiles (ten if "
        "the window has outputs to complete); a second signal after half a second ends it at once"},
};

constexpr std::array examples{
    Term{"winnow smoke", "opens the window with the effect smoke"},
    Term{"winnow test --json -", "checks every backend and writes the results as JSON"},
    Term{"winnow bench scan --report scans.html", "measures scans and writes a page of charts"},
    Term{"winnow render fireworks --output fireworks.mp4", "makes a video of five seconds"},
    Term{"winnow lab brent-kung --values 3,1,7,0 --svg x.svg", "draws the steps of a scan of these values"},
};

/// Escapes text so that troff prints it unchanged.
std::string plain(std::string_view text) {
    std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else
            escaped += c;
    }
    return escaped;
}

std::string bold(std::string_view text) {
    return "\\fB" + plain(text) + "\\fR";
}

std::string entry(const std::string& term, std::string_view meaning) {
    return fmt::format(".TP\n{}\n{}\n", term, plain(meaning));
}

std::string entry_of(const Arguments::Declared& one) {
    std::string term = bold(one.name);
    if (one.is_option() && !one.type.empty()) term += " \\fI" + plain(one.type) + "\\fR";
    return entry(term, one.help);
}

bool has(const Arguments& command, const std::string& name) {
    return command.find_own(name) != nullptr;
}

/// Returns a topic's options. Those that its command also has are only named, because the command explains
/// them.
std::string options_of(const Arguments& command, const Arguments* above) {
    std::vector<std::string> shared;
    std::string text;
    for (const auto& one : command.declared())
        if (above != nullptr && has(*above, one.name))
            shared.push_back(bold(one.name));
        else
            text += entry_of(one);
    if (!shared.empty())
        text = fmt::format("Also takes these options of {}: {}.\n", bold(above->full_name()),
                           fmt::join(shared, ", ")) +
               text;
    return text;
}

std::string section_of(const Arguments& command, const Arguments* above) {
    std::string text = fmt::format(".SS {}\n{}.\n", plain(command.full_name()), plain(command.summary()));
    if (!command.declared().empty()) text += ".PP\n" + options_of(command, above);
    for (const auto& below : command.commands()) text += section_of(*below, &command);
    return text;
}

std::string synopsis_of(const Arguments& command) {
    std::string line = bold(command.full_name());
    if (!command.commands().empty()) {
        std::vector<std::string> topics;
        for (const auto& topic : command.commands()) topics.push_back(plain(topic->name()));
        line += fmt::format(" [{}]", fmt::join(topics, "|"));
    }
    for (const auto& one : command.declared())
        if (!one.is_option()) line += fmt::format(" [\\fI{}\\fR]", plain(one.name));
    return line + " [\\fIOPTION\\fR...]\n.br\n";
}

template <std::size_t N>
std::string section(std::string_view title, const std::array<Term, N>& terms) {
    std::string text = fmt::format(".SH {}\n", title);
    for (const Term& term : terms) text += entry(bold(term.term), term.meaning);
    return text;
}

std::string markdown_row(const Arguments::Declared& one) {
    const std::string term = one.is_option() && !one.type.empty() ? one.name + " " + one.type : one.name;
    std::string cell;
    for (const char c : term) cell += c == '|' ? std::string("\\|") : std::string(1, c);
    return fmt::format("| `{}` | {} |\n", cell, one.help);
}

/// Returns the options in Markdown, by the rules of options_of().
std::string markdown_of(const Arguments& command, const Arguments* above) {
    std::vector<std::string> shared;
    std::string rows;
    for (const auto& one : command.declared())
        if (above != nullptr && has(*above, one.name))
            shared.push_back("`" + one.name + "`");
        else
            rows += markdown_row(one);
    std::string text = fmt::format("\n### {}\n\n{}.\n", command.full_name(), command.summary());
    if (!shared.empty())
        text += fmt::format("Also takes these options of `{}`: {}.\n", above->full_name(),
                            fmt::join(shared, ", "));
    if (!rows.empty()) text += "\n| option | meaning |\n| --- | --- |\n" + rows;
    for (const auto& below : command.commands()) text += markdown_of(*below, &command);
    return text;
}

}  // namespace

std::string manual_markdown(const Arguments& root) {
    std::string text;
    for (const auto& command : root.commands()) text += markdown_of(*command, nullptr);
    text += "\n### Exit status\n\n| status | meaning |\n| --- | --- |\n";
    for (const Term& status : statuses) text += fmt::format("| {} | {} |\n", status.term, status.meaning);
    return text;
}

std::string manual(const Arguments& root) {
    std::string text = fmt::format(".TH WINNOW 1 \"\" \"winnow {}\" \"User Commands\"\n", version());
    text += fmt::format(".SH NAME\nwinnow \\- {}\n.SH SYNOPSIS\n", plain(root.summary()));
    for (const auto& command : root.commands()) text += synopsis_of(*command);
    text +=
        ".SH DESCRIPTION\n"
        "Winnow simulates and draws particles on the GPU, with OpenGL 4.5 and optionally CUDA.\n"
        "Without a command it opens the window, as\n.B winnow view\ndoes;\n.B winnow \\-\\-headless\nis\n"
        ".BR \"winnow test\" .\n"
        "Data goes to standard output where an output file is \\-, everything else to standard error.\n"
        ".SH COMMANDS\nEvery command has\n.B \\-\\-help\nand\n.BR \\-\\-version .\n";
    for (const auto& command : root.commands()) text += section_of(*command, nullptr);
    return text + section("EXIT STATUS", statuses) + section("EXAMPLES", examples);
}

}  // namespace winnow::commands
