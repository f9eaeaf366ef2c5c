// How the library works as a guest in the caller's context: it saves and restores the state and borrows the
// buffers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gl/buffer.h"
#include "gl/buffer_ranges.h"
#include "gl/context.h"
#include "gl/fence.h"
#include "gl/pixel_store.h"
#include "gl/program.h"
#include "library/translate.h"
#include "winnow/scan.h"

namespace winnow {
/// The state behind a GlContext of the public header.
struct GlContext::State {
    gl::Facts facts;
    gl::ShaderLibrary shaders;
};
}  // namespace winnow

namespace winnow::library {

/// Saves the way in which pixels are read, which clears of buffers depend on, and sets the usual one; saves
/// the current program and the buffers bound for shader storage (below `storage_bindings`, and the generic
/// one) and for indirect dispatch; the destructor restores them.
class SavedState {
  public:
    explicit SavedState(std::uint32_t storage_bindings);
    ~SavedState();
    SavedState(const SavedState&) = delete;
    SavedState& operator=(const SavedState&) = delete;

  private:
    const gl::PixelStore pixel_store_;
    unsigned program_, storage_, dispatch_indirect_;
    gl::BufferRanges ranges_;
};

/// Does the work and restores the context. The work may change no indexed shader storage bindings but those
/// below `storage_bindings`. Throws like translated().
template <typename Work>
void as_a_guest(std::uint32_t storage_bindings, Work&& work) {
    translated([&] {
        const SavedState state(storage_bindings);
        work();
    });
}

/// Works as a guest, for work that reads what the caller's shaders wrote and leaves results that the caller
/// may read in any way.
template <typename Work>
void run_as_a_guest(std::uint32_t storage_bindings, Work&& work) {
    as_a_guest(storage_bindings, [&] {
        gl::storage_barrier();
        work();
        gl::all_barriers();
    });
}

/// Wraps the caller's buffers as gl::Buffers for one request; the caller keeps owning them. Throws
/// Error(bad_input) for a name without a buffer object and for an impossible place; `what` begins the
/// message. Returned pointers point into this object. Place and name 0 give null.
class BorrowedBuffers {
  public:
    BorrowedBuffers() = default;
    BorrowedBuffers(const BorrowedBuffers&) = delete;
    BorrowedBuffers& operator=(const BorrowedBuffers&) = delete;

    /// Returns the same object for the same name, so that buffers can be compared by address.
    const gl::Buffer* buffer(const char* what, unsigned name);
    gl::Words words(const char* what, GlPlace place) { return {buffer(what, place.buffer), place.first}; }
    gl::Word word(const char* what, GlPlace place);

  private:
    static constexpr std::size_t most = 14;  // a compaction's five pairs of columns and four places

    std::array<gl::Buffer, most> buffers_;
    std::size_t used_ = 0;
};

}  // namespace winnow::library
