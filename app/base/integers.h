// Lists of whole numbers as people type them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace winnow {

/// Returns whole numbers of 32 bits separated by commas, from 1 to `most` of them. `name` says in the
/// Error(bad_input) what they are.
std::vector<std::int32_t> parse_integers(std::string_view name, std::string_view text, std::size_t most);

}  // namespace winnow
