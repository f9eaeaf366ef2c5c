// The unordered append that others use, at its best: one atomic addition a block, and the same move.
#include "cuda/base/check.h"
#include "cuda/compact/instances.h"
#include "cuda/compact/tile.cuh"

namespace winnow::cuda {
namespace {

class Atomic : public DeviceCompaction {
  public:
    VoteFormat vote_format() const override { return VoteFormat::bits; }
    void reserve(std::uint32_t) override {}

    void scan(cudaStream_t stream, const DeviceRequest& request) override {
        check(cudaMemsetAsync(request.survivors, 0, sizeof *request.survivors, stream), "cudaMemsetAsync");
    }

    void move(cudaStream_t stream, const DeviceRequest& request) override {
        if (request.bound > 0) launch_tiles<VoteBits>(stream, request, Appended{request.survivors});
    }
};

}  // namespace

std::unique_ptr<DeviceCompaction> make_atomic() {
    return std::make_unique<Atomic>();
}

}  // namespace winnow::cuda
