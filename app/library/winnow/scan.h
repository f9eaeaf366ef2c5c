// Winnow's scan (prefix sum) in OpenGL compute shaders, in the caller's context and on the caller's buffers.
//
//     winnow::GlContext gl(loader);              // once for each OpenGL context
//     winnow::GlScan scan(gl);                   // compiles the shaders; keeps its scratch between runs
//     winnow::GlScanRequest request;
//     request.input = request.output = {buffer, 0};
//     request.bound = elements;
//     scan.run(request);                         // submits; waits for nothing
//
// Context: OpenGL 4.5 or newer, core or compatibility profile, current on the calling thread whenever
// anything of this header is called, destructors included. The library opens no window and makes no context.
//
// Order: a run sees what all earlier commands of the context wrote, and all later commands see what it wrote.
// The caller needs no glMemoryBarrier on either side (but, to read mapped memory, a fence). Nothing is read
// back.
//
// State: whatever the library binds, it puts back: the current program, the indexed shader storage bindings
// with their ranges, the generic one, and the dispatch indirect binding. Debug output, debug groups and
// labels of the caller's buffers stay as they are. Errors that glGetError still holds from earlier commands
// are lost when memory is allocated (by the constructor, by reserve, and by a run beyond what was reserved).
// The caller sees to it that no transform feedback and no conditional rendering is going on, that the buffers
// are not mapped (unless persistently), and that what is bound was not deleted.
//
// Threads: one at a time for all that belongs to one context, and one GlContext at a time is made in a
// process. The loader's addresses must hold for every context that the process uses with this library, as
// those of eglGetProcAddress and glXGetProcAddress do.
//
// Errors: ScanError, thrown before any buffer is touched, unless its kind is `failed`. No run writes outside
// output[0, bound) and the total.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "winnow/scan_types.h"

namespace winnow {

/// The address of an OpenGL function, or null: eglGetProcAddress, glfwGetProcAddress and their like.
using Loader = void* (*)(const char* name);

/// What the library knows of one context: its functions and what it offers. A handle: copies are the same,
/// and what was made with it keeps it alive.
class WINNOW_API GlContext {
  public:
    /// For the context that is current. ScanError: bad_input (no loader), absent (no OpenGL 4.5, naming what
    /// was found).
    explicit GlContext(Loader loader);
    GlContext(const GlContext&) = default;
    GlContext& operator=(const GlContext&) = default;

    /// Why this context cannot run such a scan, in a sentence; empty: it can.
    std::string absence(ScanChoice choice = {}, ScanType type = {}) const;
    /// The choice with the fastest pair in place of what is automatic.
    ScanChoice resolve(ScanChoice choice) const;

    struct State;  // for the library alone

  private:
    friend class GlScan;
    friend class GlCompact;
    std::shared_ptr<State> state_;
};

/// A place in a buffer, counted in 32-bit words for every type; u64 elements and totals begin at even words.
/// Multiples of 4 words are faster.
struct GlPlace {
    unsigned buffer = 0;  // a buffer object's name; 0: none
    std::uint64_t first = 0;
};

/// One run. The buffers may have any storage flags and any usage, and may be one and the same. Each may be no
/// larger than GL_MAX_SHADER_STORAGE_BLOCK_SIZE.
struct GlScanRequest {
    ScanKind kind = ScanKind::exclusive;
    GlPlace input;
    GlPlace output;           // may be the input itself; other overlap is an error
    std::uint64_t bound = 0;  // elements, below 2^32: no more are read or written; 0 is allowed
    GlPlace count;            // where the true count lies, a 32-bit word, clamped to bound; none: it is bound
    GlPlace total;            // receives the result over all, one element; none: not wanted
    // Neither count nor total may lie within the output, nor may the total overwrite the count.
};

/// One algorithm for one type. Movable; one that was moved from may only be destroyed or assigned to.
class WINNOW_API GlScan {
  public:
    /// Compiles. ScanError: absent, with the reason of GlContext::absence; failed, if the driver rejects a
    /// shader.
    explicit GlScan(const GlContext& context, ScanChoice choice = {}, ScanType type = {});
    GlScan(GlScan&&) noexcept;
    GlScan& operator=(GlScan&&) noexcept;
    ~GlScan();

    ScanChoice choice() const;  // nothing in it is automatic
    ScanType type() const;

    /// Allocates the scratch for `bound` elements now, so that no run up to there does. ScanError: bad_input,
    /// if it does not fit.
    void reserve(std::uint64_t bound);

    /// ScanError: bad_input, if the request breaks a rule above, lies outside its buffers or needs too much
    /// scratch.
    void run(const GlScanRequest& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow
