// Scans device memory on a stream of its own: an example of a program that links Winnow::scan_cuda. Exits
// with 0 if the result is right, 1 if not, 77 if there is no CUDA device here.
#include <cuda_runtime_api.h>
#include <winnow/cuda_scan.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

int scan_a_million() {
    std::vector<std::uint32_t> values(1'000'000, 3);
    const std::size_t bytes = values.size() * sizeof values[0];
    void* memory = nullptr;
    cudaStream_t stream = nullptr;
    cudaMalloc(&memory, bytes);
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(memory, values.data(), bytes, cudaMemcpyHostToDevice, stream);

    winnow::CudaScan scan;  // u32, add, the fastest algorithm
    winnow::CudaScanRequest request;
    request.kind = winnow::ScanKind::inclusive;
    request.input = request.output = memory;  // in place
    request.bound = values.size();
    scan.run(stream, request);

    cudaMemcpyAsync(values.data(), memory, bytes, cudaMemcpyDeviceToHost, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess) return std::puts("CUDA failed"), 1;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != 3 * (i + 1)) return std::printf("wrong at %zu: %u\n", i, values[i]), 1;
    return std::puts("1,000,000 elements are right"), 0;
}

}  // namespace

int main() try {
    const std::string absence = winnow::cuda_absence();
    if (!absence.empty()) return std::puts(absence.c_str()), 77;
    return scan_a_million();
} catch (const winnow::ScanError& error) {
    return std::puts(error.what()), 1;
}
