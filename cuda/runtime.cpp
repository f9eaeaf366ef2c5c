#include "cuda/runtime.h"

#include <utility>

#include "cuda/base/check.h"
#include "cuda/memory/imported.h"

namespace winnow::cuda {
namespace {

constexpr std::uint64_t FENCE_BYTES = 4;

/// Lets the L2 fetch scattered survivors in pieces no larger than they are: with the usual 64 bytes, packing
/// a tenth of 16 M records took 1.2 times as long on an H200. It is a hint that some devices ignore.
void fetch_small_pieces() {
    constexpr std::size_t sector = 32;  // bytes
    cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, sector);
    cudaGetLastError();
}

}  // namespace

Runtime::Runtime(const gl::Facts& facts, int device)
    : facts_(facts), device_(device), plain_(gl::plain_memory()) {
    check(cudaSetDevice(device), "cudaSetDevice");
    fetch_small_pieces();
    imported_ = make_imported_memory(facts, device);
    fence_ = plain_->allocate(FENCE_BYTES, "CUDA fence");
    // Not the legacy stream, which would wait for every other stream of the program.
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
}

Runtime::~Runtime() {
    cudaStreamDestroy(stream_);
}

void Runtime::set_failed(std::string sentence) {
    if (failure_.empty()) failure_ = std::move(sentence);
}

}  // namespace winnow::cuda
