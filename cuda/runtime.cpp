#include "cuda/runtime.h"

#include <cuda_gl_interop.h>
#include <glad/gl.h>  // before the interop header, which would include another OpenGL header

#include <utility>

#include "base/text.h"
#include "cuda/base/cuda_error.h"
#include "cuda/base/driver.h"
#include "cuda/memory/imported.h"

namespace winnow::cuda {
namespace {

constexpr const char* offload =
    "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia";  // selects the other GPU of a laptop

std::string why_not_nvidia(const gl::Facts& facts) {
    const std::string found =
        fmt::format("OpenGL runs on {}, and CUDA shares memory only with an NVIDIA GPU", facts.renderer);
    if (facts.headless) return found + ": choose the NVIDIA device with --device (winnow list names them)";
    return fmt::format("{}: start winnow with {}", found, offload);
}

}  // namespace

Match match_context(const gl::Facts& facts) {
    if (std::string reason = absence(); !reason.empty()) return {-1, reason};
    if (!facts.nvidia) return {-1, why_not_nvidia(facts)};
    unsigned found = 0;
    int device = -1;
    const cudaError_t status = cudaGLGetDevices(&found, &device, 1, cudaGLDeviceListAll);
    if (status == cudaSuccess && found > 0) return {device, {}};
    cudaGetLastError();
    return {-1,
            fmt::format("OpenGL runs on {}, which CUDA cannot reach ({}); it must not be hidden by "
                        "CUDA_VISIBLE_DEVICES",
                        facts.renderer, status == cudaSuccess ? "no device in common" : describe(status))};
}

int device_count() {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess) cudaGetLastError();
    return status == cudaSuccess ? count : 0;
}

BackendDevice describe_device(int device) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    return {properties.name, fmt::format("compute capability {}.{}, {}, {} multiprocessors", properties.major,
                                         properties.minor, bytes_text(properties.totalGlobalMem),
                                         properties.multiProcessorCount)};
}

}  // namespace winnow::cuda

namespace winnow {

CudaDevices list_cuda_devices() {
    CudaDevices found{{}, cuda::absence()};
    if (!found.absence.empty()) return found;
    for (int device = 0; device < cuda::device_count(); ++device)
        found.devices.push_back(cuda::describe_device(device));
    return found;
}

}  // namespace winnow

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
