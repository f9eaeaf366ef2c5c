// Translates internal errors into those that the public headers promise.
#pragma once

#include <exception>
#include <new>
#include <stdexcept>

#include "base/error.h"
#include "winnow/scan_types.h"

namespace winnow::library {

inline ScanError::Kind kind_of(ExitStatus status) {
    switch (status) {
        case ExitStatus::bad_input:
            return ScanError::Kind::bad_input;
        case ExitStatus::absent:
            return ScanError::Kind::absent;
        default:
            return ScanError::Kind::failed;
    }
}

/// Returns the result of `work`. Exceptions of `work`, except std::bad_alloc, become ScanErrors.
template <typename Work>
auto translated(Work&& work) -> decltype(work()) {
    try {
        return work();
    } catch (const Error& error) {
        throw ScanError(kind_of(error.status()), error.what());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        throw ScanError(ScanError::Kind::failed, error.what());
    }
}

/// Throws Error(bad_input) for a kind that a caller's cast made.
inline void require_known(ScanKind kind) {
    if (kind != ScanKind::exclusive && kind != ScanKind::inclusive)
        bad_input("scan: there is no kind with the number {}", static_cast<int>(kind));
}

}  // namespace winnow::library
