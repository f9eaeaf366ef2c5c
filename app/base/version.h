#pragma once

#include <string_view>

namespace winnow {

std::string_view version();  // "0.1.0"
std::string_view commit();   // what git called the tree that was built, or nothing

}  // namespace winnow
