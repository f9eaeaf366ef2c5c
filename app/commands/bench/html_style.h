// The style sheet of reports.
#pragma once

#include <string_view>

namespace winnow::commands {

extern const std::string_view html_style;

}  // namespace winnow::commands
