#include "cuda/measure/batch_clock.h"

#include <utility>

#include "cuda/measure/scan_kernels.h"

namespace winnow::cuda {
namespace {

void sweep_caches(const HandOver& hand_over, cudaStream_t stream, const measure::CacheSweep& sweep) {
    for (std::uint32_t i = 0; i < sweep.times; ++i)
        copy(stream, hand_over.pointer<const std::byte>(sweep.pair.input),
             hand_over.pointer<std::byte>(sweep.pair.output), sweep.pair.input->bytes());
}

}  // namespace

BatchClock::BatchClock(std::shared_ptr<Runtime> runtime) : runtime_(std::move(runtime)) {}

double BatchClock::time(std::vector<const gl::Buffer*> buffers, const measure::CacheSweep& sweep,
                        const Submit& submit) {
    const cudaStream_t stream = runtime_->stream();
    buffers.insert(buffers.end(), {sweep.pair.input, sweep.pair.output});
    HandOver hand_over(*runtime_, buffers);
    sweep_caches(hand_over, stream, sweep);
    begin_.record(stream);
    submit(stream, hand_over);
    end_.record(stream);
    hand_over.finish();
    end_.wait();
    return Event::milliseconds(begin_, end_);
}

}  // namespace winnow::cuda
