// Reads and writes effects as JSON. Errors name the file, the line or pointer, the key and what would be
// right.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "effects/data/packed_files.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

inline constexpr std::size_t max_file_bytes = std::size_t{128} << 20;

/// Parses and validates. `origin` names the text in errors. Throws Error(bad_input) with one line:
/// "fountain.json:12: /emitters/0/rate: must be 0 to 1e+09 births per second, not -5".
/// Unknown and duplicate keys, wrong types, values out of range, nesting deeper than 64 and text after the
/// end are errors. Only the key "format" is required.
/// `folder` is where the effect's own modules are.
Effect parse(std::string_view text, const std::string& origin, const std::string& folder = {});

/// Returns the folder of the files that an effect's JSON brings with it; null if it brings none that can be
/// read as texts. Throws Invalid, unless faults are collected.
std::shared_ptr<const PackedFolder> packed_folder_in(const nlohmann::json& document, const Path& path);

/// Loads a built-in effect or a file. Refuses directories, FIFOs, devices and files above max_file_bytes
/// before reading. Throws Error(bad_input) as parse() does.
Effect load(const std::string& name_or_path);
/// Likewise, but a module or data that was good once may be broken or gone now; see RefusingFaults.
Effect load_bearing_faults(const std::string& name_or_path);

/// The effect that was read, and its faults in the order of the text: at most one of each value. After a
/// fault that keeps the text from being JSON there is none; what depends on a part with a fault is not
/// checked, and Faults limits how many there are.
struct Loaded {
    Effect effect;  // valid if there is no fault
    std::vector<Refusal> faults;
};
/// Loads as load() does, but goes on after a fault.
Loaded load_with_faults(const std::string& name_or_path);

/// Returns the text that load() parses. Throws Error(bad_input) as load() does.
std::string read_text(const std::string& name_or_path);
/// Likewise as the file has it, with its own line ends and byte order mark.
std::string read_source(const std::string& name_or_path);

/// True if `name_or_path` is a file on disk (which can be watched) rather than a built-in effect.
bool is_file(const std::string& name_or_path);

/// Returns the names of the built-in effects, sorted.
std::vector<std::string> built_in_names();
std::string_view built_in_text(std::string_view name);

/// Returns the complete effect, defaults included; parse(to_json(e).dump()) == e.
nlohmann::ordered_json to_json(const Effect& effect);

/// Returns the double with the shortest text among those that round to `value`: 0.02, not 0.0199999996.
double shortest(float value);

/// The only validation of effects. Throws Error(bad_input) with pointer, key and range.
void validate(const Effect& effect, const std::string& origin);

}  // namespace winnow::effects
