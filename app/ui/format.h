// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace winnow::ui {

/// "1,234,567"
std::string grouped(std::uint64_t value);

/// "0.042", "3.14", "27.2", "1250": milliseconds at a resolution that can be read while it changes.
std::string milliseconds_text(double value);

}  // namespace winnow::ui
