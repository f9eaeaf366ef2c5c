// What the CUDA libraries offer here, or why not.
#pragma once

#include <string>

#include "base/error.h"
#include "cuda/base/driver.h"
#include "library/translate.h"
#include "winnow/scan_types.h"

namespace winnow::library {

/// Why there is no CUDA here at all, or else what `absence_of_algorithm()` says; empty: it is offered.
template <typename Absence>
std::string cuda_absence_or(const Absence& absence_of_algorithm) {
    return translated([&] {
        const std::string reason = cuda::absence();
        return reason.empty() ? absence_of_algorithm() : reason;
    });
}

/// Error(absent) unless there is no reason.
inline void require_offered(const std::string& reason) {
    if (!reason.empty()) absent("cuda: {}", reason);
}

}  // namespace winnow::library
