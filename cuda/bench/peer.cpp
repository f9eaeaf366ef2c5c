#include "cuda/bench/peer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cuda/bench/copy_kernel.h"
#include "cuda/memory/hand_over.h"

namespace winnow::cuda {
namespace {

void require_within(const BenchmarkPair& pair, std::size_t bytes, const std::string& name) {
    if (bytes > std::min(pair.input->bytes(), pair.output->bytes()))
        bad_input("{}: {} bytes exceed a buffer", name, bytes);
}

std::vector<const gl::Buffer*> buffers_of(const BenchmarkBatch& batch) {
    std::vector<const gl::Buffer*> buffers{batch.sweep.input, batch.sweep.output};
    for (const BenchmarkPair& pair : batch.runs) buffers.insert(buffers.end(), {pair.input, pair.output});
    return buffers;
}

void sweep_caches(const HandOver& hand_over, cudaStream_t stream, const BenchmarkBatch& batch) {
    for (std::uint32_t i = 0; i < batch.sweeps; ++i)
        copy(stream, hand_over.pointer<const std::byte>(batch.sweep.input),
             hand_over.pointer<std::byte>(batch.sweep.output), batch.sweep.input->bytes());
}

}  // namespace

Peer::Peer(std::shared_ptr<Runtime> runtime) : runtime_(std::move(runtime)) {}

double Peer::run(const BenchmarkBatch& batch) {
    Span span{nullptr, nullptr, batch.elements, batch.type};
    for (const BenchmarkPair& pair : batch.runs) require_within(pair, span.bytes(), name());
    prepare(span);
    HandOver hand_over(*runtime_, buffers_of(batch));
    sweep_caches(hand_over, runtime_->stream(), batch);
    begin_.record(runtime_->stream());
    for (const BenchmarkPair& pair : batch.runs) {
        span.from = hand_over.pointer<const std::byte>(pair.input);
        span.to = hand_over.pointer<std::byte>(pair.output);
        submit(runtime_->stream(), span);
    }
    end_.record(runtime_->stream());
    hand_over.finish();
    end_.wait();
    return Event::milliseconds(begin_, end_);
}

}  // namespace winnow::cuda
