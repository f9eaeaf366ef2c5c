// Values of a shader's defines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace winnow::gl {

using Defines = std::vector<std::pair<std::string, std::string>>;  // name and value

/// An unsigned constant.
inline std::string define_number(std::uint64_t value) {
    return std::to_string(value) + 'u';
}

/// 1 or 0.
inline std::string define_flag(bool on) {
    return on ? "1" : "0";
}

/// A path below shaders/, to be included under the define's name.
inline std::string define_path(std::string_view path) {
    return '"' + std::string(path) + '"';
}

}  // namespace winnow::gl
