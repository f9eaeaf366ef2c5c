#include "cuda/measure/scan_baselines.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cuda/base/cuda_error.h"
#include "cuda/base/device_array.h"
#include "cuda/measure/cub.h"
#include "cuda/measure/scan_kernels.h"
#include "shaders/shared.h"

namespace winnow::cuda {
namespace {

void require_within(const measure::BenchmarkPair& pair, std::size_t bytes, const std::string& name) {
    if (bytes > std::min(pair.input->bytes(), pair.output->bytes()))
        bad_input("{}: {} bytes exceed a buffer", name, bytes);
}

std::vector<const gl::Buffer*> buffers_of(const measure::BenchmarkBatch& batch) {
    std::vector<const gl::Buffer*> buffers;
    for (const measure::BenchmarkPair& pair : batch.runs)
        buffers.insert(buffers.end(), {pair.input, pair.output});
    return buffers;
}

}  // namespace

Baseline::Baseline(std::shared_ptr<Runtime> runtime) : clock_(std::move(runtime)) {}

double Baseline::run(const measure::BenchmarkBatch& batch) {
    Span span{nullptr, nullptr, batch.elements, batch.type};
    for (const measure::BenchmarkPair& pair : batch.runs) require_within(pair, span.bytes(), name());
    prepare(span);
    return clock_.time(buffers_of(batch), batch.sweep, [&](cudaStream_t stream, const HandOver& hand_over) {
        for (const measure::BenchmarkPair& pair : batch.runs) {
            span.from = hand_over.pointer<const std::byte>(pair.input);
            span.to = hand_over.pointer<std::byte>(pair.output);
            submit(stream, span);
        }
    });
}

namespace {

class CopyKernelBaseline : public Baseline {
  public:
    using Baseline::Baseline;
    std::string name() const override { return "cuda copy kernel"; }
    bool copies() const override { return true; }

  private:
    void submit(cudaStream_t stream, const Span& span) override {
        copy(stream, span.from, span.to, span.bytes());
    }
};

class MemcpyBaseline : public Baseline {
  public:
    using Baseline::Baseline;
    std::string name() const override { return "cudaMemcpyAsync"; }
    bool copies() const override { return true; }

  private:
    void submit(cudaStream_t stream, const Span& span) override {
        check(cudaMemcpyAsync(span.to, span.from, span.bytes(), cudaMemcpyDeviceToDevice, stream),
              "cudaMemcpyAsync");
    }
};

class CubScanBaseline : public Baseline {
  public:
    using Baseline::Baseline;
    std::string name() const override { return "cub"; }
    Availability offers(ScanType, std::uint64_t elements) const override {
        constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
        if (elements <= most) return Availability::yes();
        return Availability::no(fmt::format("it counts in 32 bits with a sign: {} elements at most", most));
    }

  private:
    void prepare(const Span& span) override {
        scan(nullptr, nullptr, span);
        if (scratch_bytes_ > scratch_.count()) scratch_ = DeviceArray<std::byte>(scratch_bytes_);
    }
    void submit(cudaStream_t stream, const Span& span) override { scan(stream, scratch_.data(), span); }

    void scan(cudaStream_t stream, void* scratch, const Span& span) {
        cub_exclusive_scan(stream, span.type, scratch, scratch_bytes_, span.from, span.to, span.elements);
    }

    DeviceArray<std::byte> scratch_;
    std::size_t scratch_bytes_ = 0;
};

class NaiveBaseline : public Baseline {
  public:
    using Baseline::Baseline;
    std::string name() const override { return "cuda naive"; }
    Availability offers(ScanType type, std::uint64_t elements) const override {
        if (type.op != Operator::add) return Availability::no("the naive scan only adds");
        if (elements > shared::NAIVE_MOST_ELEMENTS)
            return Availability::no(
                fmt::format("it makes N^2/2 additions: {} elements at most", shared::NAIVE_MOST_ELEMENTS));
        return Availability::yes();
    }

  private:
    void submit(cudaStream_t stream, const Span& span) override {
        naive_scan(stream, span.type.element, span.from, span.to, span.elements);
    }
};

class TimedScan : public Baseline {
  public:
    TimedScan(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceScan> scan)
        : Baseline(std::move(runtime)), scan_(std::move(scan)) {}
    std::string name() const override { return std::string(name_of(Backend::cuda)); }

  private:
    void prepare(const Span& span) override { scan_->reserve(span.elements); }
    void submit(cudaStream_t stream, const Span& span) override {
        scan_->run(stream, {span.from, span.to, span.elements, nullptr, nullptr}, Kind::exclusive);
    }

    std::unique_ptr<DeviceScan> scan_;
};

}  // namespace

std::vector<std::unique_ptr<measure::ScanBaseline>> make_scan_baselines(std::shared_ptr<Runtime> runtime) {
    std::vector<std::unique_ptr<measure::ScanBaseline>> baselines;
    baselines.push_back(std::make_unique<CopyKernelBaseline>(runtime));
    baselines.push_back(std::make_unique<MemcpyBaseline>(runtime));
    baselines.push_back(std::make_unique<CubScanBaseline>(runtime));
    baselines.push_back(std::make_unique<NaiveBaseline>(std::move(runtime)));
    return baselines;
}

std::unique_ptr<measure::ScanBaseline> make_timed_scan(std::shared_ptr<Runtime> runtime,
                                                       std::unique_ptr<DeviceScan> scan) {
    return std::make_unique<TimedScan>(std::move(runtime), std::move(scan));
}

}  // namespace winnow::cuda
