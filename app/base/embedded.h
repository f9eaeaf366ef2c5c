// A file whose contents are compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace winnow {

struct EmbeddedFile {
    std::string_view path;  // relative to the folder that was embedded
    std::string_view contents;
};

}  // namespace winnow
