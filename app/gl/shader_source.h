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

/// Where a line of an expanded source comes from.
struct SourceLine {
    std::size_t file = 0;  // index into ExpandedSource::files
    int number = 0;        // within that file, from 1
};

/// `text` is complete GLSL, and lines[i] tells where its line i + 1 comes from. It has no #line directives:
/// Mesa mixes up the files of some errors, and others print what they like.
struct ExpandedSource {
    std::string text;
    std::vector<std::string> files;  // the first is the one that was asked for
    std::vector<SourceLine> lines;
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
/// the path from the define NAME, whose value is a path in quotes; an empty one includes nothing. Conditions
/// are not evaluated: an include within #if is expanded all the same. `read` returns a file's text and throws
/// Error if there is none; SourceError if an include asked for it.
ExpandedSource expand(const std::string& path, const Defines& defines,
                      const std::function<std::string(const std::string&)>& read);

/// The errors of a compile log, at least one: "0:12(5): error", "0(12) : error" or "ERROR: 0:12:", by driver.
/// Warnings are left out.
std::vector<ShaderError> locate_errors(const std::string& log, const ExpandedSource& source);

/// The paths of all sources, relative to their directory.
std::vector<std::string> shader_paths();

}  // namespace winnow::gl
