#include "scan/parallel.h"

#include <algorithm>
#include <functional>
#include <system_error>
#include <thread>

#include "scan/reference.h"

namespace winnow::scan {
namespace {

/// The number of elements that a thread scans in about the time that starting the thread takes.
constexpr std::uint64_t min_worthwhile = 1 << 15;

/// Calls work(0), work(1)... concurrently, as far as threads can be started, and returns when all calls have
/// returned.
void on_each(unsigned processors, const std::function<void(unsigned)>& work) {
    std::vector<std::jthread> others;
    for (unsigned p = 1; p < processors; ++p) {
        try {
            others.emplace_back(work, p);
        } catch (const std::system_error&) {
            work(p);
        }
    }
    work(0);
}

/// Returns subarray p of `count`, of the elements or of the results.
template <typename T>
std::span<T> subarray(std::span<T> all, unsigned p, unsigned count) {
    const std::size_t first = all.size() * p / count, end = all.size() * (p + 1) / count;
    return all.subspan(first, end - first);
}

}  // namespace

unsigned subarrays_of(std::uint64_t length, unsigned processors) {
    if (processors > 0) return static_cast<unsigned>(std::clamp<std::uint64_t>(length, 1, processors));
    const std::uint64_t here = std::max(1u, std::thread::hardware_concurrency());
    return static_cast<unsigned>(std::clamp<std::uint64_t>(length / min_worthwhile, 1, here));
}

template <typename T>
T parallel_scan(Kind kind, Operator op, std::span<const T> input, std::span<T> output, unsigned processors,
                ParallelStages<T>* stages) {
    const unsigned count = subarrays_of(input.size(), processors);
    std::vector<T> sums(count);
    on_each(count, [&](unsigned p) {
        sums[p] = reference_scan_of<T>(kind, op, subarray(input, p, count), subarray(output, p, count));
    });
    if (stages != nullptr) *stages = {{output.begin(), output.end()}, sums, {}};
    const T total = reference_scan_of<T>(Kind::inclusive, op, sums, sums);
    if (stages != nullptr) stages->sums_before = sums;
    on_each(count, [&](unsigned p) {
        if (p == 0) return;  // nothing precedes the first subarray
        for (T& value : subarray(output, p, count)) value = combine(op, sums[p - 1], value);
    });
    return total;
}

template std::uint32_t parallel_scan(Kind, Operator, std::span<const std::uint32_t>, std::span<std::uint32_t>,
                                     unsigned, ParallelStages<std::uint32_t>*);
template std::int32_t parallel_scan(Kind, Operator, std::span<const std::int32_t>, std::span<std::int32_t>,
                                    unsigned, ParallelStages<std::int32_t>*);
template float parallel_scan(Kind, Operator, std::span<const float>, std::span<float>, unsigned,
                             ParallelStages<float>*);
template std::uint64_t parallel_scan(Kind, Operator, std::span<const std::uint64_t>, std::span<std::uint64_t>,
                                     unsigned, ParallelStages<std::uint64_t>*);

}  // namespace winnow::scan
