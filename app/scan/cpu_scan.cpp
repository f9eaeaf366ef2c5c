#include "scan/cpu_scan.h"

#include <algorithm>
#include <vector>

#include "gl/buffer.h"
#include "scan/parallel.h"
#include "scan/reference.h"

namespace winnow::scan {
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
