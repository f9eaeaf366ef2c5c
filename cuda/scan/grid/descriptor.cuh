// What a tile of a single-pass scan has made known of itself: nothing yet, the sum of its own elements, or
// the sum of all up to its end.
//
// Each word holds 32 bits of the value under a tag of the run's epoch and the status, so that value and
// status arrive together, no bit is taken from the value, and what earlier runs left needs no clearing: its
// epoch is another.
#pragma once

#include <cstdint>
#include <cstring>

#include "cuda/scan/monoid.cuh"

namespace winnow::cuda {

enum class Status : uint { empty = 0, aggregate = 1, prefix = 2 };

constexpr uint STATUS_BITS = 2;
/// The epochs of runs are 1 to this. Before they begin anew the descriptors are cleared.
constexpr uint LAST_EPOCH = (1u << (32 - STATUS_BITS)) - 1;

template <typename T>
struct Descriptor {
    static constexpr uint WORDS = sizeof(T) / sizeof(uint);
    unsigned long long words[WORDS];
};

template <typename T>
struct Known {
    Status status;
    T value;
};

inline __device__ uint tag(uint epoch, Status status) {
    return epoch << STATUS_BITS | static_cast<uint>(status);
}

inline __device__ unsigned long long tagged(uint half, uint tag) {
    return static_cast<unsigned long long>(tag) << 32 | half;
}

inline __device__ unsigned long long read_word(const unsigned long long* word) {
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
}

/// Words that do not belong together (one is being published) count as empty.
template <typename T>
__device__ Known<T> read(const Descriptor<T>* descriptor, uint epoch) {
    uint halves[Descriptor<T>::WORDS], found = 0;
    bool whole = true;
#pragma unroll
    for (uint w = 0; w < Descriptor<T>::WORDS; ++w) {
        const unsigned long long word = read_word(&descriptor->words[w]);
        const uint tag = static_cast<uint>(word >> 32);
        halves[w] = static_cast<uint>(word);
        whole = whole && (w == 0 || tag == found);
        found = tag;
    }
    Known<T> known{Status::empty, {}};
    if (!whole || found >> STATUS_BITS != epoch) return known;
    known.status = static_cast<Status>(found & ((1u << STATUS_BITS) - 1));
    memcpy(&known.value, halves, sizeof(T));
    return known;
}

/// By exchanges: with plain stores 2^28 elements took 776 us on an H200, not 567. They seem to queue behind
/// the tiles that the multiprocessor is writing out.
template <typename T>
__device__ void publish(Descriptor<T>* descriptor, uint epoch, Status status, T value) {
    uint halves[Descriptor<T>::WORDS];
    memcpy(halves, &value, sizeof(T));
#pragma unroll
    for (uint w = 0; w < Descriptor<T>::WORDS; ++w)
        atomicExch(&descriptor->words[w], tagged(halves[w], tag(epoch, status)));
}

/// In another tile's place, whose own word always wins: written only where nothing of this run stands. Value
/// and status must be what the tile would publish first.
template <typename T>
__device__ void publish_if_empty(Descriptor<T>* descriptor, uint epoch, Status status, T value) {
    uint halves[Descriptor<T>::WORDS];
    memcpy(halves, &value, sizeof(T));
    __threadfence();  // what the value was computed from was read before
#pragma unroll
    for (uint w = 0; w < Descriptor<T>::WORDS; ++w) {
        const unsigned long long stands = read_word(&descriptor->words[w]);
        if (stands >> (32 + STATUS_BITS) != epoch)
            atomicCAS(&descriptor->words[w], stands, tagged(halves[w], tag(epoch, status)));
    }
}

}  // namespace winnow::cuda
