// Packs every third of a million records on a stream of its own: an example of a program that links
// Winnow::compact_cuda. Exits with 0 if the result is right, 1 if not, 77 if there is no CUDA device.
#include <cuda_runtime_api.h>
#include <winnow/cuda_compact.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

struct Record {
    std::uint32_t id[4];
};

constexpr std::uint32_t count = 1'000'000, every = 3;

template <typename T>
T* on_device(const std::vector<T>& values) {
    void* memory = nullptr;
    cudaMalloc(&memory, values.size() * sizeof(T));
    cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return static_cast<T*>(memory);
}

int compact_a_million() {
    std::vector<Record> records(count);
    std::vector<std::uint32_t> votes(winnow::vote_words(winnow::VoteFormat::bits, count));
    for (std::uint32_t i = 0; i < count; ++i) {
        records[i] = {{i, i, i, i}};
        if (i % every == 0) votes[i / 32] |= 1u << i % 32;
    }
    const winnow::CudaColumn column{on_device(records), on_device(records)};

    winnow::CudaCompactor compactor(winnow::Compaction::fused);  // takes bits, and keeps the order
    winnow::CudaCompactRequest request;
    request.columns = &column;
    request.column_count = 1;
    request.capacity = request.bound = count;
    request.votes = on_device(votes);
    request.survivors = on_device(std::vector<std::uint32_t>(1));
    compactor.run(nullptr, request);

    std::uint32_t survivors = 0;
    cudaMemcpy(records.data(), column.destination, count * sizeof(Record), cudaMemcpyDeviceToHost);
    if (cudaMemcpy(&survivors, request.survivors, sizeof survivors, cudaMemcpyDeviceToHost) != cudaSuccess)
        return std::puts("CUDA failed"), 1;
    if (survivors != (count - 1) / every + 1) return std::printf("%u survivors are wrong\n", survivors), 1;
    for (std::uint32_t s = 0; s < survivors; ++s)
        if (records[s].id[0] != s * every) return std::printf("wrong at %u\n", s), 1;
    return std::puts("1,000,000 elements are right"), 0;
}

}  // namespace

int main() try {
    const std::string absence = winnow::cuda_compact_absence();
    if (!absence.empty()) return std::puts(absence.c_str()), 77;
    return compact_a_million();
} catch (const winnow::ScanError& error) {
    return std::puts(error.what()), 1;
}
