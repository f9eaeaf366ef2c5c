// Expands the includes of a GLSL source, and maps a driver's message back to file and line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gl/program.h"

namespace winnow::gl {

/// The origin of a line of an expanded source.
struct SourceLine {
    std::size_t file = 0;  // index into ExpandedSource::files
    int number = 0;        // within that file, from 1
};

/// `text` is complete GLSL, and lines[i] is the origin of its line i + 1. It has no #line directives: Mesa
/// mixes up the files of some errors, and other drivers print them in various ways.
struct ExpandedSource {
    std::string text;
    std::vector<std::string> files;  // the first is the file that was asked for
    std::vector<SourceLine> lines;
};

/// The error of a source that cannot be expanded, with the place of the include that caused it.
class SourceError : public Error {
  public:
    SourceError(ExitStatus status, ShaderError where) : Error(status, where.text), where_(std::move(where)) {}
    const ShaderError& where() const { return where_; }

  private:
    ShaderError where_;
};

/// Expands `#include "path"` (each file once) below the #version line and the defines. `#include NAME` takes

/// the path from the define NAME, whose value is a quoted path; an empty path includes nothing. Conditions
/// are not evaluated: an include within #if is always expanded. `read` returns a file's text and throws Error
/// if there is none, which becomes a SourceError if an include asked for the file.
///
/// A file may hold several shaders, such as the passes of one algorithm or the stages of one program: the
/// line
/// `#section NAME...` begins text that only the named ones have, up to the next such line, and what stands
/// before the first is common to all. The path "FILE#NAME" asks for one; messages name the file and its own
/// lines.
ExpandedSource expand(const std::string& path, const Defines& defines,
                      const std::function<std::string(const std::string&)>& read);

/// Returns the errors of a compile log, at least one. Drivers write "0:12(5): error", "0(12) : error" or
/// "ERROR: 0:12:". Warnings are left out.
std::vector<ShaderError> locate_errors(const std::string& log, const ExpandedSource& source);

/// Returns the paths of all built-in sources, relative to shaders/.
std::vector<std::string> shader_paths();

}  // namespace winnow::gl
