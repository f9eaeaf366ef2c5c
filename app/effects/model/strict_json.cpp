#include "effects/model/strict_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace winnow::effects {
namespace {

constexpr std::string_view line_ends = "\r\n";

/// Returns where the string ends that begins here.
std::size_t string_end(std::string_view text, std::size_t begin) {
    for (std::size_t at = begin + 1; at < text.size(); ++at) {
        if (text[at] == '"') return at + 1;
        if (text[at] == '\\') ++at;
    }
    return text.size();
}

/// Returns where the comment ends that begins here; npos if it does not.
std::size_t comment_end(std::string_view text, std::size_t begin) {
    if (text[begin + 1] == '/') return std::min(text.find_first_of(line_ends, begin), text.size());
    const std::size_t closing = text.find("*/", begin + 2);
    return closing == std::string_view::npos ? closing : closing + 2;
}

bool begins_comment(std::string_view text, std::size_t at) {
    const std::string_view two = text.substr(at, 2);
    return two == "//" || two == "/*";
}

}  // namespace

BeyondJson beyond_json(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n", before_a_value = "{[,:";
    BeyondJson found;
    char last = '{';                   // the last character that is neither blank nor in a comment
    std::optional<std::size_t> comma;  // behind a value
    for (std::size_t at = 0; at < text.size();) {
        if (begins_comment(text, at)) {
            const std::size_t end = comment_end(text, at);
            if (end == std::string_view::npos) found.without_an_end = at;
            found.comments.push_back({at, std::min(end, text.size())});
            at = found.comments.back().end;
            continue;
        }
        const char c = text[at];
        if (blanks.find(c) == std::string_view::npos) {
            if ((c == '}' || c == ']') && last == ',' && comma) found.trailing_commas.push_back(*comma);
            if (c == ',')
                comma =
                    before_a_value.find(last) == std::string_view::npos ? std::optional(at) : std::nullopt;
            last = c;
        }
        at = c == '"' ? string_end(text, at) : at + 1;
    }
    return found;
}

std::string blanked(std::string_view text, const BeyondJson& beyond) {
    std::string json(text);
    for (const Comment& comment : beyond.comments)
        for (std::size_t at = comment.begin; at < comment.end; ++at)
            if (line_ends.find(json[at]) == std::string_view::npos) json[at] = ' ';
    for (const std::size_t at : beyond.trailing_commas) json[at] = ' ';
    return json;
}

std::string strict_json(std::string_view text) {
    const std::string json = blanked(text);
    std::string tidy;
    for (std::size_t begin = 0; begin < json.size();) {
        const std::size_t end = std::min(json.find('\n', begin), json.size());
        std::string_view line = std::string_view(json).substr(begin, end - begin);
        if (line != text.substr(begin, end - begin)) {
            line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
            if (!line.empty()) tidy.append(line).append(1, '\n');
        } else {
            tidy.append(json, begin, end + 1 - begin);
        }
        begin = end + 1;
    }
    return tidy;
}

}  // namespace winnow::effects
