#include "cuda/measure/peer.h"

#include <algorithm>
#include <utility>
#include <vector>

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

Peer::Peer(std::shared_ptr<Runtime> runtime) : clock_(std::move(runtime)) {}

double Peer::run(const measure::BenchmarkBatch& batch) {
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

}  // namespace winnow::cuda
