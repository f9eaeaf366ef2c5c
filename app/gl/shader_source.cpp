#include "gl/shader_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/text.h"

namespace winnow::gl {
namespace {

constexpr const char* version_line = "#version 450 core";

/// Returns true for a define that selects an include; GLSL itself has no strings.
bool is_path(const std::string& value) {
    return value.size() >= 2 && value.front() == '"';
}

/// Otherwise the stream would only end early, and the text would lack its end.
void throw_if_memory_is_short(std::istream& stream) {
    stream.exceptions(std::ios::badbit);
}

/// Removes blanks from the beginning, and returns how many.
std::size_t skip_blanks(std::string_view& text) {
    const std::size_t blanks = std::min(text.find_first_not_of(" \t\r\v\f"), text.size());
    text.remove_prefix(blanks);
    return blanks;
}

/// Removes a number from the beginning, and returns it, or 0 if it is too large; nothing if there is none.
std::optional<std::size_t> skip_number(std::string_view& text) {
    std::size_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc::invalid_argument) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

/// A driver's message about a line of the source, which it counts from 1.
struct LineMessage {
    std::size_t number;
    std::string_view text;
};

/// Reads "0:12(3): text" or "0(12) : text", after "ERROR: " or not; nothing for messages of another form.
std::optional<LineMessage> line_message(std::string_view message) {
    skip_words(message, "ERROR:");
    skip_blanks(message);
    if (!skip_number(message)) return std::nullopt;
    if (!skip_words(message, ":") && !skip_words(message, "(")) return std::nullopt;
    const auto number = skip_number(message);
    if (!number) return std::nullopt;
    skip_words(message, ")");
    std::string_view column = message;
    if (skip_words(column, "(") && skip_number(column) && skip_words(column, ")")) message = column;
    skip_blanks(message);
    skip_words(message, ":");
    skip_blanks(message);
    return LineMessage{*number, message};
}

class Expander {
  public:
    Expander(ExpandedSource& out, const Defines& defines,
             const std::function<std::string(const std::string&)>& read)
        : out_(out), defines_(defines), read_(read) {}

    /// Adds the file, or of a file with sections what is common and the section.
    void add(const std::string& path, const std::string& section = {}) {
        if (std::find(out_.files.begin(), out_.files.end(), path) != out_.files.end()) return;
        const std::size_t index = out_.files.size();
        out_.files.push_back(path);
        const std::string text = read_(path);
        std::string_view rest = text;
        bool is_found = section.empty(), is_left_out = false;
        for (int number = 1; !rest.empty(); ++number) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            if (const auto sections = sections_of(line)) {
                const bool is_in = std::ranges::find(*sections, section) != sections->end();
                if (section.empty()) throw SourceError(ExitStatus::bad_input, {path, number, no_section});
                is_found |= is_in;
                is_left_out = !is_in;
            } else if (is_left_out) {
                continue;
            } else if (const auto included = included_path(line, path, number))
                add_included(*included, path, number);
            else
                add_line(line, {index, number});
        }
        if (!is_found)
            throw SourceError(ExitStatus::bad_input, {path, 0, fmt::format("has no section {}", section)});
    }

    void add_line(std::string_view line, SourceLine from) {
        out_.text += line;
        out_.text += '\n';
        out_.lines.push_back(from);
    }

  private:
    static constexpr const char* no_section = "the file has sections, and none is asked for";

    /// Returns the names of a line that begins the text of sections.
    static std::optional<std::vector<std::string>> sections_of(std::string_view line) {
        constexpr std::string_view keyword = "#section ";
        if (!line.starts_with(keyword)) return std::nullopt;
        std::istringstream words(std::string(line.substr(keyword.size())));
        throw_if_memory_is_short(words);
        return std::vector<std::string>(std::istream_iterator<std::string>(words), {});
    }

    /// Returns the path of an include line, given in quotes or by a define whose value is a quoted path. The
    /// path is empty for an empty string and for angle brackets, which only C++ includes use.
    std::optional<std::string> included_path(std::string_view line, const std::string& file,
                                             int number) const {
        std::string_view rest = line;
        skip_blanks(rest);
        if (!skip_words(rest, "#")) return std::nullopt;
        skip_blanks(rest);
        if (!skip_words(rest, "include") || skip_blanks(rest) == 0) return std::nullopt;
        if (rest.starts_with('<')) return std::string{};
        if (skip_words(rest, "\"")) {
            const std::size_t end = rest.find('"');
            if (end == 0 || end == std::string_view::npos) return std::nullopt;
            return std::string(rest.substr(0, end));
        }
        const std::string name(
            rest.substr(0, rest.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")));
        if (name.empty() || std::isdigit(name.front()) != 0) return std::nullopt;
        rest.remove_prefix(name.size());
        skip_blanks(rest);
        if (!rest.empty() && !rest.starts_with("//")) return std::nullopt;
        return path_of_define(name, file, number);
    }

    std::string path_of_define(const std::string& wanted, const std::string& file, int number) const {
        for (const auto& [name, value] : defines_)
            if (name == wanted && is_path(value)) return value.substr(1, value.size() - 2);
        throw SourceError(ExitStatus::bad_input,
                          {file, number, fmt::format("no path is defined as {}", wanted)});
    }

    void add_included(const std::string& included, const std::string& from, int number) {
        if (included.empty()) return;
        try {
            add(included);
        } catch (const SourceError&) {
            throw;  // it comes from a nested include and already has its place
        } catch (const Error& error) {
            throw SourceError(error.status(), {from, number, error.what()});
        }
    }

    ExpandedSource& out_;
    const Defines& defines_;
    const std::function<std::string(const std::string&)>& read_;
};

}  // namespace

ExpandedSource expand(const std::string& path, const Defines& defines,
                      const std::function<std::string(const std::string&)>& read) {
    constexpr SourceLine preamble{0, 1};  // an error in a define is shown at the beginning of the file
    ExpandedSource out;
    Expander expander(out, defines, read);
    expander.add_line(version_line, preamble);
    for (const auto& [name, value] : defines)
        if (!is_path(value)) expander.add_line(fmt::format("#define {} {}", name, value), preamble);
    const std::size_t end = path.find(section_mark);
    expander.add(path.substr(0, end), end == std::string::npos ? "" : path.substr(end + 1));
    return out;
}

std::vector<ShaderError> locate_errors(const std::string& log, const ExpandedSource& source) {
    std::vector<ShaderError> errors;
    std::istringstream lines(log);
    throw_if_memory_is_short(lines);
    std::string line;
    while (std::getline(lines, line)) {
        const auto message = line_message(line);
        if (!message || message->text.starts_with("warning")) continue;
        const bool known = message->number >= 1 && message->number <= source.lines.size();
        const SourceLine from = known ? source.lines[message->number - 1] : SourceLine{};
        errors.push_back({source.files[from.file], from.number, std::string(message->text)});
    }
    if (errors.empty()) {
        const std::string first_line = log.substr(0, log.find('\n'));
        errors.push_back({source.files.front(), 0,
                          first_line.empty() ? "does not compile; the driver gives no reason" : first_line});
    }
    return errors;
}

}  // namespace winnow::gl
