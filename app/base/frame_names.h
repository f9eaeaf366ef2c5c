// The names of frames that are written to a folder, one file each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace winnow {

inline constexpr std::string_view frame_prefix = "frame_", frame_suffix = ".png";

/// Returns frame_00001.png for 1; numbers beyond five digits take more.
inline std::string frame_name(std::uint64_t number) {
    return fmt::format("{}{:05}{}", frame_prefix, number, frame_suffix);
}

/// True if some frame has this name.
inline bool is_frame_name(std::string_view name) {
    if (!name.starts_with(frame_prefix) || !name.ends_with(frame_suffix)) return false;
    name.remove_prefix(frame_prefix.size());
    name.remove_suffix(frame_suffix.size());
    return name.size() >= 5 && name.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace winnow
