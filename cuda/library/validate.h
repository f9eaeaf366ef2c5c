// Checks the rules of the public headers for requests, without a device.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.h"
#include "cuda/base/driver.h"
#include "library/translate.h"
#include "winnow/cuda_compact.h"
#include "winnow/cuda_scan.h"
#include "winnow/scan_types.h"

namespace winnow::library {

/// Addresses [first, end) of device memory; empty for null.
struct Range {
    std::uintptr_t first, end;
    Range(const void* pointer, std::uint64_t bytes)
        : first(reinterpret_cast<std::uintptr_t>(pointer)), end(pointer == nullptr ? first : first + bytes) {}
};

inline bool meet(const Range& a, const Range& b) {
    return a.first < b.end && b.first < a.end;
}

/// Throws Error(bad_input) unless the address of `what` is a multiple of `bytes`. `of` begins the message.
inline void require_aligned(const char* of, const char* what, const void* pointer, std::uint64_t bytes) {
    if (reinterpret_cast<std::uintptr_t>(pointer) % bytes != 0)
        bad_input("{}: the {} at {} is not aligned to {} bytes", of, what, pointer, bytes);
}

/// Throws Error(bad_input) unless the request for elements of the type keeps the header's rules. It is not
/// checked that the pointers are device memory.
void validate(const CudaScanRequest& request, ScanType type);

/// Throws Error(bad_input) unless the request keeps the header's rules.
void validate(const CudaCompactRequest& request, VoteFormat format);

// Checks if the CUDA libraries offer an algorithm here.

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
