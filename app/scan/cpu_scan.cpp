#include "scan/cpu_scan.h"

#include <algorithm>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

#include "gl/buffer.h"
#include "scan/reference_scan.h"

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

namespace {

std::uint64_t true_count(const Request& request) {
    if (request.count.buffer == nullptr) return request.bound;
    const auto count =
        request.count.buffer->read_all<std::uint32_t>(1, request.count.index * gl::word_bytes).front();
    return std::min<std::uint64_t>(count, request.bound);
}

class CpuScan : public Scan {
  public:
    CpuScan(ScanType type, unsigned processors) : type_(type), processors_(processors) {}

    ScanType type() const override { return type_; }
    std::uint64_t tile() const override { return 1; }
    void reserve(std::uint64_t) override {}
    void run(const Request& request) override {
        validate(request, type_);
        with_type(type_.element, [&](auto zero) { scan<decltype(zero)>(request); });
    }
    void poison_scratch(std::uint32_t) override {}

  private:
    template <typename T>
    void scan(const Request& request) const {
        const std::uint64_t count = true_count(request);
        std::vector<T> values(count);
        if (count > 0)
            values = request.input.buffer->read_all<T>(count, request.input.first * gl::word_bytes);
        const T total = parallel_scan<T>(request.kind, type_.op, values, values, processors_);
        if (count > 0)
            request.output.buffer->write_all(std::span(values), request.output.first * gl::word_bytes);
        if (request.total.buffer != nullptr)
            request.total.buffer->write_all(std::span(&total, 1), request.total.index * gl::word_bytes);
    }

    ScanType type_;
    unsigned processors_;  // 0: all
};

}  // namespace

std::unique_ptr<Scan> make_cpu_scan(ScanType type) {
    return std::make_unique<CpuScan>(type, 1);
}

std::unique_ptr<Scan> make_parallel_cpu_scan(ScanType type) {
    return std::make_unique<CpuScan>(type, 0);
}

}  // namespace winnow::scan
