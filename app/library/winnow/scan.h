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
// anything of this header is called, including destructors. The library opens no window and makes no context.
//
// Order: a run sees what all earlier commands of the context wrote, and all later commands see what it wrote.
// The caller needs no glMemoryBarrier on either side (but a fence to read mapped memory). Nothing is read
// back.
//
// State: the library restores everything that it binds: the current program, the indexed shader storage
// bindings with their ranges, the generic one, and the dispatch indirect binding. Debug output, debug groups
// and labels of the caller's buffers stay as they are. Errors of earlier commands that glGetError still holds
// are lost when memory is allocated (by the constructor, by reserve, and by a run beyond what was reserved).
// The caller must make sure that no transform feedback and no conditional rendering is active, that the
// buffers are not mapped (unless persistently), and that no bound object was deleted.
//
// Threads: only one thread at a time may use the objects of one context, and only one GlContext at a time may
// be made in a process. The loader's addresses must be valid for every context that the process uses with
// this library, as those of eglGetProcAddress and glXGetProcAddress are.
//
// Errors: ScanError, thrown before any buffer is touched, unless its kind is `failed`. No run writes outside
// output[0, bound) and the total.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "winnow/scan_types.h"

namespace winnow {

/// Returns the address of an OpenGL function, or null: eglGetProcAddress, glfwGetProcAddress and the like.
using Loader = void* (*)(const char* name);

/// The facts of one context: its functions and what it offers. A handle: copies refer to the same facts, and
/// objects that were made with it keep them alive.
class WINNOW_API GlContext {
  public:
    /// Reads the current context. Throws ScanError: bad_input, without a loader; absent, without OpenGL 4.5
    /// or a limit that scans need, naming what was found, and if the loader returns null for a function of
    /// the context's version, naming it. Contexts that were made before go on.
    explicit GlContext(Loader loader);
    GlContext(const GlContext&) = default;
    GlContext& operator=(const GlContext&) = default;

    /// Returns in one sentence why this context does not offer the scan; empty if it does.
    std::string absence(ScanChoice choice = {}, ScanType type = {}) const;
    /// Returns the choice with automatic parts replaced by the fastest pair.
    ScanChoice resolve(ScanChoice choice) const;

    struct State;  // for the library only

  private:
    friend class GlScan;
    friend class GlCompact;
    std::shared_ptr<State> state_;
};

/// A place in a buffer, counted in 32-bit words for every type; u64 elements and totals begin at even words.
/// Multiples of 4 words are faster.
struct GlPlace {
    unsigned buffer = 0;  // the name of a buffer object; 0: none
    std::uint64_t first = 0;
};

/// One run. The buffers may have any storage flags and any usage, and may be the same buffer. None may be
/// larger than GL_MAX_SHADER_STORAGE_BLOCK_SIZE.
struct GlScanRequest {
    ScanKind kind = ScanKind::exclusive;
    GlPlace input;
    GlPlace output;           // may be the input itself; any other overlap is an error
    std::uint64_t bound = 0;  // the most elements that are read or written, below 2^32; may be 0
    GlPlace count;            // place of the true count, a 32-bit word, clamped to bound; none: count = bound
    GlPlace total;            // receives the result over all elements, one element; none: not wanted
    // Neither count nor total may lie within the output, and the total must not overwrite the count.
};

/// One scan algorithm for one type. Movable; a moved-from object may only be destroyed or assigned to.
class WINNOW_API GlScan {
  public:
    /// Compiles the shaders. Throws ScanError: absent, with the reason of GlContext::absence; failed, if the
    /// driver rejects a shader.
    explicit GlScan(const GlContext& context, ScanChoice choice = {}, ScanType type = {});
    GlScan(GlScan&&) noexcept;
    GlScan& operator=(GlScan&&) noexcept;
    ~GlScan();

    ScanChoice choice() const;  // no part is automatic
    ScanType type() const;

    /// Allocates the scratch for `bound` elements now, so that no run up to that bound has to. Throws
    /// ScanError: bad_input, if it does not fit.
    void reserve(std::uint64_t bound);

    /// Throws ScanError: bad_input, if the request breaks a rule above, lies outside its buffers or needs too
    /// much scratch.
    void run(const GlScanRequest& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow
