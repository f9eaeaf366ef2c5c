// The fonts of this system, for scripts that the program's own font lacks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/fonts.h"

namespace winnow::ui {

struct SystemFont {
    std::string bytes;  // of its file
    Signs signs;        // that are taken from it
};

/// True if the bytes are those of a TrueType or OpenType font that draws the sign.
bool has_sign(std::string_view bytes, unsigned sign);

/// Returns fonts from the usual folders that together have as many of the signs as this system can draw,
/// each sign in one of them. Every sign is looked for once; the fonts last as long as the program.
const std::vector<SystemFont>& system_fonts_with(const Signs& wanted);

}  // namespace winnow::ui
