// What the driver reports: its messages, and the errors that glGetError holds.
#pragma once

#include <string>
#include <string_view>

namespace winnow::gl {

struct Errors {
    unsigned first = 0;  // GL_NO_ERROR: none
    bool out_of_memory = false;
};

/// Empties the queue, older commands' errors included. Ends in any case: a lost context reports errors for
/// ever.
Errors take_errors();

/// Which of the driver's messages are printed to stderr, one line each with severity, kind and source, the
/// pass and the labels of the objects that they name; few of the same kind.
enum class Messages { errors, all };

/// From now on; the context is a debug one.
void start_debug_output(Messages printed);

/// How many GL errors the debug output has reported in this process (compile errors are the shader
/// library's), and the last of them.
struct DebugReport {
    int errors = 0;
    std::string last;
};
DebugReport debug_report();

/// `kind`: GL_BUFFER, GL_TEXTURE...
void label_object(unsigned kind, unsigned name, std::string_view label);

/// Names a span of commands for as long as it lives.
class DebugGroup {
  public:
    explicit DebugGroup(std::string_view name);
    ~DebugGroup();
    DebugGroup(const DebugGroup&) = delete;
};

}  // namespace winnow::gl
