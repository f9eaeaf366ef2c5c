// Checks if the CUDA libraries offer an algorithm here.
#pragma once

#include <string>

#include "base/error.h"
#include "cuda/base/driver.h"
#include "library/translate.h"
#include "winnow/scan_types.h"

namespace winnow::library {

/// Returns why there is no CUDA here, or else the result of `absence_of_algorithm()`; empty if it is offered.
template <typename Absence>
std::string cuda_absence_or(const Absence& absence_of_algorithm) {
    return translated([&] {
        const std::string reason = cuda::absence();
        return reason.empty() ? absence_of_algorithm() : reason;
    });
}

/// Throws Error(absent) unless the reason is empty.
inline void require_offered(const std::string& reason) {
    if (!reason.empty()) absent("cuda: {}", reason);
}

}  // namespace winnow::library
