// Names of the files that the window writes when the person gives none.
#pragma once

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace winnow::view {

/// Returns a name in the working directory that no file has, such as "winnow-20261127-101502.png". `ending`:
/// that of the name, such as ".png"; `what`: a word in its middle, such as "costs".
inline std::string name_by_time(std::string_view ending, std::string_view what = {}) {
    const std::time_t now = std::time(nullptr);
    const std::string stem =
        fmt::format("winnow-{}{}{:%Y%m%d-%H%M%S}", what, what.empty() ? "" : "-", fmt::localtime(now));
    std::string name = fmt::format("{}{}", stem, ending);
    std::error_code ignored;
    for (int other = 2; std::filesystem::exists(name, ignored); ++other)
        name = fmt::format("{}-{}{}", stem, other, ending);
    return name;
}

}  // namespace winnow::view
