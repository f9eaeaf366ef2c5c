#pragma once

#include <string_view>

namespace winnow {

std::string_view version();  // "0.1.0"

}  // namespace winnow
