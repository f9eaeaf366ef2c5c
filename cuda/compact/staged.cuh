// The textbook's compaction: one word per vote, scanned, then every column moved.
#pragma once

#include <utility>

#include "cuda/compact/common.cuh"

namespace winnow::cuda {

class Staged : public DeviceCompaction {
  public:
    explicit Staged(std::unique_ptr<DeviceScan> scan) : scan_(std::move(scan)) {}

    VoteFormat vote_format() const override { return VoteFormat::words; }
    std::uint64_t offset_words(std::uint32_t bound) const override { return bound; }
    void reserve(std::uint32_t bound) override { scan_->reserve(bound); }

    void scan(cudaStream_t stream, const DeviceRequest& request) override {
        scan_->run(stream, {request.votes, request.offsets, request.bound, request.count, request.survivors},
                   Kind::exclusive);
    }

    void move(cudaStream_t stream, const DeviceRequest& request) override {
        if (request.bound > 0) launch_tiles<VoteWords>(stream, request, ByOffsets<1>{request.offsets});
    }

    void poison_scratch(cudaStream_t stream, std::uint32_t word) override {
        scan_->poison_scratch(stream, word);
    }

  private:
    std::unique_ptr<DeviceScan> scan_;
};

}  // namespace winnow::cuda
