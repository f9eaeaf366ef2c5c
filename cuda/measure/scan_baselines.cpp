#include "cuda/measure/scan_baselines.h"

#include <limits>
#include <utility>

#include "base/error.h"
#include "cuda/base/check.h"
#include "cuda/base/device_array.h"
#include "cuda/measure/cub.h"
#include "cuda/measure/naive_kernel.h"
#include "cuda/measure/scan_kernels.h"
#include "shaders/shared.h"

namespace winnow::cuda {
namespace {

class CopyKernelPeer : public Peer {
  public:
    using Peer::Peer;
    std::string name() const override { return "cuda copy kernel"; }
    bool copies() const override { return true; }

  private:
    void submit(cudaStream_t stream, const Span& span) override {
        copy(stream, span.from, span.to, span.bytes());
    }
};

class MemcpyPeer : public Peer {
  public:
    using Peer::Peer;
    std::string name() const override { return "cudaMemcpyAsync"; }
    bool copies() const override { return true; }

  private:
    void submit(cudaStream_t stream, const Span& span) override {
        check(cudaMemcpyAsync(span.to, span.from, span.bytes(), cudaMemcpyDeviceToDevice, stream),
              "cudaMemcpyAsync");
    }
};

class CubPeer : public Peer {
  public:
    using Peer::Peer;
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

class NaivePeer : public Peer {
  public:
    using Peer::Peer;
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

class ScanPeer : public Peer {
  public:
    ScanPeer(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceScan> scan)
        : Peer(std::move(runtime)), scan_(std::move(scan)) {}
    std::string name() const override { return std::string(name_of(Backend::cuda)); }

  private:
    void prepare(const Span& span) override { scan_->reserve(span.elements); }
    void submit(cudaStream_t stream, const Span& span) override {
        scan_->run(stream, {span.from, span.to, span.elements, nullptr, nullptr}, Kind::exclusive);
    }

    std::unique_ptr<DeviceScan> scan_;
};

}  // namespace

std::vector<std::unique_ptr<measure::BenchmarkPeer>> make_peers(std::shared_ptr<Runtime> runtime) {
    std::vector<std::unique_ptr<measure::BenchmarkPeer>> peers;
    peers.push_back(std::make_unique<CopyKernelPeer>(runtime));
    peers.push_back(std::make_unique<MemcpyPeer>(runtime));
    peers.push_back(std::make_unique<CubPeer>(runtime));
    peers.push_back(std::make_unique<NaivePeer>(std::move(runtime)));
    return peers;
}

std::unique_ptr<measure::BenchmarkPeer> make_timed_scan(std::shared_ptr<Runtime> runtime,
                                                        std::unique_ptr<DeviceScan> scan) {
    return std::make_unique<ScanPeer>(std::move(runtime), std::move(scan));
}

}  // namespace winnow::cuda
