// One GLSL source with its includes in place, and the way back from a driver's message to file and line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gl/program.h"

namespace winnow::gl {

using Defines = std::vector<std::pair<std::string, std::string>>;

/// `text` is complete GLSL. Source string number i of its #line directives is files[i].
struct ExpandedSource {
    std::string text;
    std::vector<std::string> files;
};

/// A source that cannot be put together, and the include that is to blame.
class SourceError : public Error {
  public:
    SourceError(ExitStatus status, ShaderError where) : Error(status, where.text), where_(std::move(where)) {}
    const ShaderError& where() const { return where_; }

  private:
    ShaderError where_;
};

/// Expands `#include "path"` (each file once) below the #version line and the defines. `#include NAME` takes
/// the path from the define NAME, whose value is a path in quotes. Conditions are not evaluated: an include
/// within #if is expanded all the same. `read` returns a file's text and throws Error if there is none;
/// SourceError if an include asked for it.
ExpandedSource expand(const std::string& path, const Defines& defines,
                      const std::function<std::string(const std::string&)>& read);

/// The errors of a compile log, at least one: "3:12(5): error", "3(12) : error" or "ERROR: 3:12:", by driver.
/// `files` as expand() returned it. Warnings are left out.
std::vector<ShaderError> locate_errors(const std::string& log, const std::vector<std::string>& files);

}  // namespace winnow::gl
