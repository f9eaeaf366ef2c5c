#include "cuda/bench/peers.h"

#include <array>
#include <limits>
#include <utility>

#include "base/error.h"
#include "cuda/base/check.h"
#include "cuda/base/device_array.h"
#include "cuda/base/event.h"
#include "cuda/bench/copy_kernel.h"
#include "cuda/bench/cub_peer.h"
#include "cuda/memory/hand_over.h"

namespace winnow::cuda {
namespace {

constexpr std::uint64_t WORD_BYTES = sizeof(std::uint32_t);

/// The hand-over and the timing that all peers share.
class Peer : public BenchmarkPeer {
  public:
    explicit Peer(std::shared_ptr<Runtime> runtime) : runtime_(std::move(runtime)) {}

    double run(const gl::Buffer& input, const gl::Buffer& output, std::uint64_t elements) override {
        if (elements * WORD_BYTES > std::min(input.bytes(), output.bytes()))
            bad_input("{}: {} elements exceed a buffer", name(), elements);
        prepare(elements);
        const std::array buffers{&input, &output};
        HandOver hand_over(*runtime_, buffers);
        const auto* from = hand_over.pointer<const std::byte>(&input);
        auto* to = hand_over.pointer<std::byte>(&output);
        begin_.record(runtime_->stream());
        submit(runtime_->stream(), from, to, elements);
        end_.record(runtime_->stream());
        hand_over.finish();
        end_.wait();
        return Event::milliseconds(begin_, end_);
    }

  private:
    /// What is not timed: allocations.
    virtual void prepare(std::uint64_t) {}
    virtual void submit(cudaStream_t stream, const std::byte* from, std::byte* to,
                        std::uint64_t elements) = 0;

    std::shared_ptr<Runtime> runtime_;
    Event begin_, end_;
};

class CopyKernelPeer : public Peer {
  public:
    using Peer::Peer;
    std::string name() const override { return "cuda copy kernel"; }
    bool copies() const override { return true; }

  private:
    void submit(cudaStream_t stream, const std::byte* from, std::byte* to, std::uint64_t elements) override {
        copy(stream, from, to, elements * WORD_BYTES);
    }
};

class MemcpyPeer : public Peer {
  public:
    using Peer::Peer;
    std::string name() const override { return "cudaMemcpyAsync"; }
    bool copies() const override { return true; }

  private:
    void submit(cudaStream_t stream, const std::byte* from, std::byte* to, std::uint64_t elements) override {
        check(cudaMemcpyAsync(to, from, elements * WORD_BYTES, cudaMemcpyDeviceToDevice, stream),
              "cudaMemcpyAsync");
    }
};

class CubPeer : public Peer {
  public:
    using Peer::Peer;
    std::string name() const override { return "cub"; }

  private:
    void prepare(std::uint64_t elements) override {
        if (elements > static_cast<std::uint64_t>(std::numeric_limits<int>::max()))
            bad_input("cub: {} elements do not fit its 32-bit index", elements);
        const std::size_t bytes = cub_scratch_bytes(elements);
        if (bytes > scratch_.count()) scratch_ = DeviceArray<std::byte>(bytes);
    }
    void submit(cudaStream_t stream, const std::byte* from, std::byte* to, std::uint64_t elements) override {
        cub_exclusive_sum(stream, scratch_.data(), scratch_.count(),
                          reinterpret_cast<const std::uint32_t*>(from), reinterpret_cast<std::uint32_t*>(to),
                          elements);
    }

    DeviceArray<std::byte> scratch_;
};

}  // namespace

std::vector<std::unique_ptr<BenchmarkPeer>> make_peers(std::shared_ptr<Runtime> runtime) {
    std::vector<std::unique_ptr<BenchmarkPeer>> peers;
    peers.push_back(std::make_unique<CopyKernelPeer>(runtime));
    peers.push_back(std::make_unique<MemcpyPeer>(runtime));
    peers.push_back(std::make_unique<CubPeer>(std::move(runtime)));
    return peers;
}

}  // namespace winnow::cuda
