// Stands between the program and OpenGL and counts the calls that a running simulation must not make.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::test {

enum class CallKind {
    waits,      // may return only after the GPU has worked: glFinish, a read-back, a fence with a timeout...
    allocates,  // makes or frees an object or memory
    asks,       // asks the driver for state, which may wait for the driver's own thread
    uploads,    // writes a buffer that submitted work may still read
};

/// Counts calls and passes them on during its lifetime. Only one may exist at a time. Precondition: the
/// context is current throughout.
class GlCalls {
  public:
    GlCalls();
    ~GlCalls();
    GlCalls(const GlCalls&) = delete;

    void reset();
    /// Returns the calls of a kind, e.g. "glFinish 3, glReadPixels 1"; empty if there were none.
    std::string made(CallKind kind) const;
    int count(std::string_view function) const;

    /// Returns the innermost debug groups that contained dispatches or draws, in order, and also the
    /// dispatches and draws outside any group.
    const std::vector<std::string>& groups() const;
    std::string outside_groups() const;

    /// Calls every counted function once without passing it on. Returns the functions that were not counted;
    /// empty if all were.
    static std::string uncounted();
};

}  // namespace winnow::test
