#include "gl/shader_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <regex>
#include <sstream>

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
        std::istringstream lines(read_(path));
        throw_if_memory_is_short(lines);
        std::string line;
        bool is_found = section.empty(), is_left_out = false;
        for (int number = 1; std::getline(lines, line); ++number) {
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

    void add_line(const std::string& line, SourceLine from) {
        out_.text += line + '\n';
        out_.lines.push_back(from);
    }

  private:
    static constexpr const char* no_section = "the file has sections, and none is asked for";

    /// Returns the names of a line that begins the text of sections.
    static std::optional<std::vector<std::string>> sections_of(const std::string& line) {
        constexpr std::string_view keyword = "#section ";
        if (!line.starts_with(keyword)) return std::nullopt;
        std::istringstream words(line.substr(keyword.size()));
        throw_if_memory_is_short(words);
        return std::vector<std::string>(std::istream_iterator<std::string>(words), {});
    }

    /// Returns the path of an include line, given in quotes or by a define whose value is a quoted path. The
    /// path is empty for an empty string and for angle brackets, which only C++ includes use.
    std::optional<std::string> included_path(const std::string& line, const std::string& file,
                                             int number) const {
        static const std::regex quoted(R"re(^\s*#\s*include\s+"([^"]+)".*$)re");
        static const std::regex bracketed(R"re(^\s*#\s*include\s+<.*$)re");
        static const std::regex named(R"re(^\s*#\s*include\s+([A-Z_][A-Z_0-9]*)\s*(?://.*)?$)re");
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos || line[begin] != '#') return std::nullopt;  // most lines
        std::smatch match;
        if (std::regex_match(line, match, quoted)) return match[1];
        if (std::regex_match(line, match, named)) return path_of_define(match[1], file, number);
        if (std::regex_match(line, bracketed)) return std::string{};
        return std::nullopt;
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
    static const std::regex place(R"re(^(?:ERROR:\s*)?\d{1,9}[:(](\d{1,9})\)?(?:\(\d+\))?\s*:?\s*(.*)$)re");
    std::vector<ShaderError> errors;
    std::istringstream lines(log);
    throw_if_memory_is_short(lines);
    std::string line;
    while (std::getline(lines, line)) {
        std::smatch match;
        if (!std::regex_match(line, match, place) || match[2].str().starts_with("warning")) continue;
        const std::size_t number = std::stoul(match[1]);
        const bool known = number >= 1 && number <= source.lines.size();
        const SourceLine from = known ? source.lines[number - 1] : SourceLine{};
        errors.push_back({source.files[from.file], from.number, match[2]});
    }
    if (errors.empty()) {
        const std::string first_line = log.substr(0, log.find('\n'));
        errors.push_back({source.files.front(), 0,
                          first_line.empty() ? "does not compile; the driver gives no reason" : first_line});
    }
    return errors;
}

}  // namespace winnow::gl
