#include "scan/cpu_scan.h"

#include <algorithm>
#include <vector>

#include "scan/reference.h"

namespace winnow::scan {
namespace {

constexpr std::uint64_t word = sizeof(std::uint32_t);

std::uint64_t true_count(const Request& request) {
    if (request.count.buffer == nullptr) return request.bound;
    const auto count = request.count.buffer->read_all<std::uint32_t>(1, request.count.index * word).front();
    return std::min<std::uint64_t>(count, request.bound);
}

class CpuScan : public Scan {
  public:
    void reserve(std::uint64_t) override {}
    void run(const Request& request) override {
        validate(request);
        const std::uint64_t count = true_count(request);
        std::vector<std::uint32_t> values(count);
        if (count > 0)
            values = request.input.buffer->read_all<std::uint32_t>(count, request.input.first * word);
        const std::uint32_t total = reference_scan(request.kind, values, values);
        if (count > 0) request.output.buffer->write_all(std::span(values), request.output.first * word);
        if (request.total.buffer != nullptr)
            request.total.buffer->write_all(std::span(&total, 1), request.total.index * word);
    }
    void poison_scratch(std::uint32_t) override {}
};

}  // namespace

std::unique_ptr<Scan> make_cpu_scan() {
    return std::make_unique<CpuScan>();
}

}  // namespace winnow::scan
