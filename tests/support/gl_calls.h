// Stands between the program and OpenGL, and counts the calls that a running simulation must not make.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::test {

enum class CallKind {
    waits,      // may not return before the GPU has worked: glFinish, a read-back, a fence with a timeout...
    allocates,  // makes or frees an object or memory
    asks,       // asks the driver for state, which may wait for the driver's own thread
    uploads,    // writes a buffer that work on its way may still read
};

/// While it lives, calls are counted and passed on. One at a time. The context is current throughout.
class GlCalls {
  public:
    GlCalls();
    ~GlCalls();
    GlCalls(const GlCalls&) = delete;

    void reset();
    /// "glFinish 3, glReadPixels 1", empty if there was none.
    std::string made(CallKind kind) const;
    int count(std::string_view function) const;

    /// The debug groups, the innermost ones, in which there were dispatches or draws, in their order; and
    /// dispatches and draws outside of any.
    const std::vector<std::string>& groups() const;
    std::string outside_groups() const;

    /// Calls every counted function once without passing it on. What was not counted, empty if all were.
    static std::string uncounted();
};

}  // namespace winnow::test
