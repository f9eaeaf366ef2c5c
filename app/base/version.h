#pragma once

#include <string_view>

namespace winnow {

std::string_view version();  // "0.1.0"
std::string_view commit();   // the git description of the built tree, or empty

}  // namespace winnow
