#include "gl/debug.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#include "base/message.h"
#include "base/text.h"

namespace winnow::gl {

namespace {

DebugReport report;
Messages printed = Messages::errors;
bool listens = false;

/// The names that a message may refer to, kept here while debug output is on, because the callback must not
/// call OpenGL: labels by kind and name (a later object with the same name replaces them), and the open
/// groups.
std::map<std::pair<unsigned, unsigned>, std::string> labels;
std::vector<std::string> groups;

struct Named {
    GLenum value;
    const char* name;
};

constexpr std::array severities{
    Named{GL_DEBUG_SEVERITY_HIGH, "high"}, Named{GL_DEBUG_SEVERITY_MEDIUM, "medium"},
    Named{GL_DEBUG_SEVERITY_LOW, "low"}, Named{GL_DEBUG_SEVERITY_NOTIFICATION, "note"}};
constexpr std::array type_names{Named{GL_DEBUG_TYPE_ERROR, "error"},
                                Named{GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR, "undefined behaviour"},
                                Named{GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR, "deprecated"},
                                Named{GL_DEBUG_TYPE_PORTABILITY, "portability"},
                                Named{GL_DEBUG_TYPE_PERFORMANCE, "performance"},
                                Named{GL_DEBUG_TYPE_OTHER, "other"}};
constexpr std::array source_names{Named{GL_DEBUG_SOURCE_API, "API"},
                                  Named{GL_DEBUG_SOURCE_WINDOW_SYSTEM, "window system"},
                                  Named{GL_DEBUG_SOURCE_SHADER_COMPILER, "shader compiler"},
                                  Named{GL_DEBUG_SOURCE_THIRD_PARTY, "third party"},
                                  Named{GL_DEBUG_SOURCE_APPLICATION, "application"},
                                  Named{GL_DEBUG_SOURCE_OTHER, "other"}};

template <std::size_t N>
const char* name_in(const std::array<Named, N>& names, GLenum value) {
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const Named& n) { return n.value == value; });
    return found != names.end() ? found->name : "unknown";
}

/// Reads the number of an object behind its kind, as in " 7", " object 7" or " (7", and removes it from the
/// beginning; returns nothing for other text, such as " 2D".
std::optional<unsigned> skip_object_number(std::string_view& text) {
    skip_words(text, " object");
    if (!skip_words(text, " ")) return std::nullopt;
    skip_words(text, "(");
    unsigned number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    const bool goes_on = !text.empty() && std::isalnum(static_cast<unsigned char>(text.front())) != 0;
    return read.ec == std::errc{} && !goes_on ? std::optional(number) : std::nullopt;
}

/// Finds object names such as "buffer object 7" or "Texture 3" in a driver's message and returns their
/// labels.
std::vector<std::string> labels_named_in(const std::string& text) {
    constexpr std::array kinds{Named{GL_FRAMEBUFFER, "framebuffer"}, Named{GL_BUFFER, "buffer"},
                               Named{GL_TEXTURE, "texture"}, Named{GL_PROGRAM, "program"}};
    std::string lower = text;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::vector<std::string> found;
    for (std::size_t at = 0; at < text.size(); ++at)
        for (const Named& kind : kinds) {
            std::string_view rest = std::string_view(lower).substr(at);
            if (!skip_words(rest, kind.name)) continue;
            const std::size_t last_of_kind = text.size() - rest.size() - 1;
            const auto number = skip_object_number(rest);
            const auto label = number ? labels.find({kind.value, *number}) : labels.end();
            if (label != labels.end())
                found.push_back(
                    fmt::format("{} is {}", text.substr(at, text.size() - rest.size() - at), label->second));
            at = last_of_kind;  // "framebuffer" has the name of another kind in it
            break;
        }
    return found;
}

std::string one_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// Returns true if another message of this kind is printed; the last one that is printed says so.
bool is_worth_printing(GLenum source, GLenum type, GLuint id, std::string& line) {
    constexpr int most = 4;
    static std::map<std::tuple<GLenum, GLenum, GLuint>, int> told;
    const int times = ++told[{source, type, id}];
    if (times == most) line += " (more like this are not printed)";
    return times <= most;
}

void print(GLenum source, GLenum type, GLuint id, GLenum severity, const std::string& text) {
    std::string line = fmt::format("OpenGL {} ({}, {})", name_in(type_names, type),
                                   name_in(severities, severity), name_in(source_names, source));
    if (!groups.empty()) line += fmt::format(" in {}", groups.back());
    line += ": " + text;
    if (const auto named = labels_named_in(text); !named.empty())
        line += fmt::format(" [{}]", fmt::join(named, ", "));
    if (is_worth_printing(source, type, id, line)) print_lines(stderr, line + '\n');
}

void GLAPIENTRY on_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                           const GLchar* text, const void*) {
    const bool is_group = type == GL_DEBUG_TYPE_PUSH_GROUP || type == GL_DEBUG_TYPE_POP_GROUP;
    const bool is_error = type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR;
    // The shader library reports compile errors, with their place in the source files.
    if (is_group || source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
    const std::string line =
        one_line(length > 0 ? std::string(text, static_cast<std::size_t>(length)) : std::string(text));
    if (is_error) {
        ++report.errors;
        report.last = line;
    }
    if (is_error || printed == Messages::all) print(source, type, id, severity, line);
}

}  // namespace

Errors take_errors() {
    constexpr int longest_queue = 16;
    Errors errors;
    for (int i = 0; i < longest_queue; ++i) {
        const GLenum error = glGetError();
        if (error == GL_NO_ERROR) break;
        if (errors.first == GL_NO_ERROR) errors.first = error;
        errors.out_of_memory |= error == GL_OUT_OF_MEMORY;
    }
    return errors;
}

void start_debug_output(Messages wanted) {
    printed = wanted;
    listens = true;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    if (wanted == Messages::all)  // drivers omit low severities unless asked
        glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DONT_CARE, 0, nullptr, GL_TRUE);
    glDebugMessageCallback(on_message, nullptr);
}

DebugReport debug_report() {
    return report;
}

void label_object(unsigned kind, unsigned name, std::string_view label) {
    glObjectLabel(kind, name, static_cast<GLsizei>(label.size()), label.data());
    if (listens) labels[{kind, name}] = label;
}

DebugGroup::DebugGroup(std::string_view name) {
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(name.size()), name.data());
    if (listens) groups.emplace_back(name);
}

DebugGroup::~DebugGroup() {
    glPopDebugGroup();
    if (!groups.empty()) groups.pop_back();
}

}  // namespace winnow::gl
