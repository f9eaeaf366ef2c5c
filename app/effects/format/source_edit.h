// Changes a text of JSON where it has to say something else, and leaves all the rest as its author wrote it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace winnow::effects {

/// Writes a value that no part of the text says yet. `indent` is the number of spaces that its line begins
/// with, and `column` the number of characters before it.
using WriteValue =
    std::function<std::string(const nlohmann::ordered_json& value, std::size_t indent, std::size_t column)>;

/// Returns `text`, which means `before`, so that it means `after`. Members and elements that are the same in
/// both keep their text, the order of members and the layout of lists too. Members of the text that `before`
/// lacks are left alone: they are defaults that the author wrote down. Comments stay with what they stand
/// at. Precondition: the text is JSON, with comments and trailing commas.
std::string edited_source(std::string_view text, const nlohmann::ordered_json& before,
                          const nlohmann::ordered_json& after, const WriteValue& write_value);

}  // namespace winnow::effects
