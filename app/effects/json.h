// Effects as JSON: reading with errors that name file, line or pointer, key, and what would be right.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "effects/effect.h"

namespace winnow::effects {

inline constexpr std::size_t most_file_bytes = std::size_t{16} << 20;

/// Parses and validates. `origin` names the text in errors. Throws Error(bad_input) with one line:
/// "fountain.json:12: /emitters/0/rate: must be 0 to 1e+09 births per second, not -5".
/// Unknown and duplicate keys, wrong types, values out of range, nesting deeper than 64 and text after the
/// end are errors. Every key is optional but "format" (1).
Effect parse(std::string_view text, const std::string& origin);

/// A built-in name or a file. Refuses directories, FIFOs, devices and files above most_file_bytes before
/// reading.
Effect load(const std::string& name_or_path);

/// Whether `name_or_path` is a file on disk (and could be watched) rather than built in.
bool is_file(const std::string& name_or_path);

/// The names of the built-in effects, sorted.
std::vector<std::string> built_in_names();
std::string_view built_in_text(std::string_view name);

/// The complete effect, defaults included; parse(to_json(e).dump()) == e.
nlohmann::ordered_json to_json(const Effect& effect);

/// The one validation. Throws Error(bad_input) with pointer, key and range.
void validate(const Effect& effect, const std::string& origin);

}  // namespace winnow::effects
