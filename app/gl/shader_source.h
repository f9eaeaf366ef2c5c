// One GLSL source with its includes in place, and the way back from a driver's message to file and line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gl/program.h"

namespace winnow::gl {

using Defines = std::vector<std::pair<std::string, std::string>>;

/// `text` is complete GLSL. Source string number i of its #line directives is files[i].
struct ExpandedSource {
    std::string text;
    std::vector<std::string> files;
};

/// Expands `#include "path"` (each file once) below the #version line and the defines. `#include NAME` takes
/// the path from the define NAME, whose value is a path in quotes. `read` returns a file's text and throws if
/// there is none.
ExpandedSource expand(const std::string& path, const Defines& defines,
                      const std::function<std::string(const std::string&)>& read);

/// The errors of a compile log: "3:12(5): error", "3(12) : error" or "ERROR: 3:12:", by driver.
std::vector<ShaderError> locate_errors(const std::string& log, const std::vector<std::string>& files);

}  // namespace winnow::gl
