#include "view/edit_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace winnow::view {
namespace {

using nlohmann::json;

/// Returns the settings that the edits ask for, right or wrong.
json asked_for(const effects::Settings& before, std::span<const effects::Edit> edits) {
    json settings = effects::to_json(before);
    for (const effects::Edit& edit : edits)
        if (!edit.pointer.empty()) settings[json::json_pointer(edit.pointer)] = edit.value;
    return settings;
}

/// Returns what the panel calls an element of a list: its name, or that of its module. Several of one module
/// are numbered.
std::string name_of(const json& list, std::size_t index, const std::string& key) {
    const json& element = list.at(index);
    const auto text = [](const json& of, const char* member) {
        return of.is_object() && of.contains(member) && of[member].is_string() ? of[member].get<std::string>()
                                                                               : std::string();
    };
    std::string module = text(element, "module");
    if (module.empty()) {
        const std::string name = text(element, "name");
        return name.empty() ? fmt::format("{} {}", key, index + 1) : name;
    }
    const auto same = [&](const json& other) { return text(other, "module") == module; };
    if (std::count_if(list.begin(), list.end(), same) == 1) return module;
    const auto here = list.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    return fmt::format("{} {}", module, std::count_if(list.begin(), here, same));
}

/// Returns the member or element of that name; null: there is none.
const json& member_of(const json& whole, const std::string& token) {
    static const json absent;
    if (whole.is_object() && whole.contains(token)) return whole[token];
    if (whole.is_array() && std::stoul(token) < whole.size()) return whole[std::stoul(token)];
    return absent;
}

/// Lists are known by their elements, and the parts of the settings by what is in them.
std::string words_of(const json& settings, const json::json_pointer& pointer) {
    std::vector<std::string> words, tokens;
    for (json::json_pointer rest = pointer; !rest.empty(); rest.pop_back()) tokens.push_back(rest.back());
    std::reverse(tokens.begin(), tokens.end());
    const json* part = &settings;
    std::string list = "number";
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const json& inner = member_of(*part, tokens[i]);
        const bool is_element = part->is_array();
        if (is_element)
            words.push_back(name_of(*part, std::stoul(tokens[i]), std::exchange(list, "number")));
        else if (inner.is_array() && i + 1 < tokens.size())
            list = tokens[i];
        else if (i > 0)
            words.push_back(tokens[i]);
        part = &inner;
    }
    for (std::string& word : words) std::replace(word.begin(), word.end(), '_', ' ');
    return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

/// Looks at the names alone, because the whole of a large effect takes long to write.
std::string subject_of(const effects::Settings& settings, const std::string& pointer) {
    std::vector<std::string> words;
    std::string above;
    std::size_t begin = pointer.find('/', 1);  // behind the part of the settings
    if (begin == std::string::npos) return pointer.substr(std::min<std::size_t>(1, pointer.size()));
    above = pointer.substr(0, begin);
    while (begin != std::string::npos) {
        const std::size_t end = pointer.find('/', begin + 1);
        const std::string token = pointer.substr(begin + 1, end - begin - 1);
        above += '/' + token;
        begin = end;
        const bool is_index = !token.empty() && token.find_first_not_of("0123456789") == std::string::npos;
        std::optional<json> name;
        if (is_index)
            for (const char* key : {"/module", "/name"})
                if (!name) name = effects::value_at(settings, above + key);
        if (name && name->is_string() && !words.empty()) {
            words.back() = name->get<std::string>();
        } else if (is_index && !words.empty()) {
            words.back() += ' ' + std::to_string(std::stoul(token) + 1);
        } else if (token != "-") {
            words.push_back(token);
        }
    }
    for (std::string& word : words) std::replace(word.begin(), word.end(), '_', ' ');
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string in_words(const std::string& message, const effects::Settings& before,
                     std::span<const effects::Edit> edits) {
    const std::size_t end = message.find(": ");
    if (!message.starts_with("/") || end == std::string::npos) return message;
    try {
        const std::string words =
            words_of(asked_for(before, edits), json::json_pointer(message.substr(0, end)));
        return words.empty() ? message : words + message.substr(end);
    } catch (const std::exception&) {  // it is no pointer, or names what is not there: it is shown as it is
        return message;
    }
}

}  // namespace winnow::view
