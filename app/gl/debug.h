// The driver's messages, the error queue of glGetError, and labels of objects and spans of commands, by which
// these messages and captures (RenderDoc, apitrace, Nsight) name them.
#pragma once

#include <string>
#include <string_view>

namespace winnow::gl {

/// The content of glGetError's queue. Debug output reports all other errors.
struct Errors {
    unsigned first = 0;  // GL_NO_ERROR: none
    bool out_of_memory = false;
};

/// Empties the error queue, including errors of older commands. It ends in any case, although a lost context
/// reports errors forever.
Errors take_errors();

/// The driver's messages that are printed to stderr, one line each with severity, kind and source, the pass,
/// and the labels of the objects that they name. Few messages of the same kind are printed.
enum class Messages { errors, all };

/// Starts debug output. Precondition: the context is a debug context.
void start_debug_output(Messages printed);

/// The number of GL errors that debug output has reported in this process, and the text of the last one.
/// Compile errors are not counted: the shader library reports them.
struct DebugReport {
    int errors = 0;
    std::string last;
};
DebugReport debug_report();

/// Labels an object; `kind` is GL_BUFFER, GL_TEXTURE...
void label_object(unsigned kind, unsigned name, std::string_view label);

/// Names a span of commands for as long as the object lives.
class DebugGroup {
  public:
    explicit DebugGroup(std::string_view name);
    ~DebugGroup();
    DebugGroup(const DebugGroup&) = delete;
};

}  // namespace winnow::gl
