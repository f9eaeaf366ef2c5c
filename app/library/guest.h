// The library's side of a context that is somebody else's: its state, its buffers, and how both are left as
// they were.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/fence.h"
#include "gl/program.h"
#include "library/translate.h"
#include "winnow/scan.h"

namespace winnow {
/// A context of the caller, as the house sees it.
struct GlContext::State {
    gl::Facts facts;
    gl::ShaderLibrary shaders;
};
}  // namespace winnow

namespace winnow::library {

/// Remembers the current program and the buffers bound for shader storage (below `storage_bindings`, and the
/// generic one) and for indirect dispatch; puts them back when it goes.
class SavedState {
  public:
    explicit SavedState(std::uint32_t storage_bindings);
    ~SavedState();
    SavedState(const SavedState&) = delete;
    SavedState& operator=(const SavedState&) = delete;

  private:
    struct Range {
        unsigned buffer = 0;
        std::int64_t offset = 0, bytes = 0;  // bytes 0: the whole buffer
    };
    static Range storage_range(std::uint32_t binding);

    unsigned program_, storage_, dispatch_indirect_;
    std::vector<Range> ranges_;
};

/// Does the work, and leaves the context as it was: of shader storage the bindings below `storage_bindings`,
/// which are all that the work may change. Errors as of translated().
template <typename Work>
void as_a_guest(std::uint32_t storage_bindings, Work&& work) {
    translated([&] {
        const SavedState state(storage_bindings);
        work();
    });
}

/// The same for work that reads what the caller's shaders wrote, and leaves results that the caller may read
/// in any way.
template <typename Work>
void run_as_a_guest(std::uint32_t storage_bindings, Work&& work) {
    as_a_guest(storage_bindings, [&] {
        gl::storage_barrier();
        work();
        gl::all_barriers();
    });
}

/// The buffers of the caller as those of the house, for one request; they stay the caller's. Errors are
/// Error(bad_input), for a name that is no buffer's and a place that no buffer can have; `what`
/// begins the sentence. What it returns points into it. Place and name 0: null.
class BorrowedBuffers {
  public:
    BorrowedBuffers() = default;
    BorrowedBuffers(const BorrowedBuffers&) = delete;
    BorrowedBuffers& operator=(const BorrowedBuffers&) = delete;

    /// One object for each name: who compares buffers compares objects.
    const gl::Buffer* buffer(const char* what, unsigned name);
    gl::Words words(const char* what, GlPlace place) { return {buffer(what, place.buffer), place.first}; }
    gl::Word word(const char* what, GlPlace place);

  private:
    static constexpr std::size_t most = 14;  // of a compaction: five columns of two, and four places

    std::array<gl::Buffer, most> buffers_;
    std::size_t used_ = 0;
};

}  // namespace winnow::library
