// Work on many numbers that is done on several threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace winnow {

/// Calls work(begin, end) for parts of the numbers below `count`, which together are all, at once; returns
/// when all are done. Precondition: `work` does not throw.
template <typename Work>
void for_parts(std::uint64_t count, const Work& work) {
    constexpr std::uint64_t worth_a_thread = 1u << 16, max_threads = 8;
    const std::uint64_t parts = std::clamp<std::uint64_t>(count / worth_a_thread, 1, max_threads);
    std::vector<std::jthread> threads;
    for (std::uint64_t k = 1; k < parts; ++k)
        threads.emplace_back([&, k] { work(count * k / parts, count * (k + 1) / parts); });
    work(0, count / parts);
}

}  // namespace winnow
