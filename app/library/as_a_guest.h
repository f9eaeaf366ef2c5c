// How the library works in a context that is someone else's.
#pragma once

#include "gl/barrier.h"
#include "gl/saved_state.h"
#include "library/translate.h"

namespace winnow::library {

/// Does the work, and leaves the context as it was: of shader storage the bindings below `storage_bindings`,
/// which are all that the work may change. Errors as of translated().
template <typename Work>
void as_a_guest(std::uint32_t storage_bindings, Work&& work) {
    translated([&] {
        const gl::SavedState state(storage_bindings);
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

}  // namespace winnow::library
