#include "cuda/measure/naive_kernel.h"

#include "cuda/base/check.h"
#include "shaders/shared.h"

namespace winnow::cuda {
namespace {

template <typename T>
__global__ void naive_sums(const T* input, T* output, unsigned elements) {
    const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= elements) return;
    T sum = 0;
    for (unsigned i = 0; i < index; ++i) sum += input[i];
    output[index] = sum;
}

template <typename T>
void launch(cudaStream_t stream, const void* input, void* output, unsigned elements) {
    const unsigned blocks = (elements + shared::NAIVE_THREADS - 1) / shared::NAIVE_THREADS;
    naive_sums<T><<<blocks, shared::NAIVE_THREADS, 0, stream>>>(static_cast<const T*>(input),
                                                                static_cast<T*>(output), elements);
    check_launch("naive_sums");
}

}  // namespace

void naive_scan(cudaStream_t stream, Element element, const void* input, void* output,
                std::uint64_t elements) {
    const unsigned count = static_cast<unsigned>(elements);
    switch (element) {
        case Element::f32:
            return launch<float>(stream, input, output, count);
        case Element::u64:
            return launch<unsigned long long>(stream, input, output, count);
        case Element::i32:  // wraps around as the unsigned ones do, to the bit
        case Element::u32:
            return launch<unsigned>(stream, input, output, count);
    }
}

}  // namespace winnow::cuda
