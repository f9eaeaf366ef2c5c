#include "measure/rotation.h"

#include <algorithm>
#include <utility>

#include "shaders/shared.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t beyond_caches = std::uint64_t{256} << 20;  // bytes
constexpr std::uint64_t beyond_software_caches = std::uint64_t{64} << 20;
constexpr std::uint64_t max_sets = 64;
constexpr std::uint64_t share_of_free = 2;  // the buffers take at most 1/2 of the free memory
constexpr std::uint64_t share_to_sweep = 8;
constexpr std::uint32_t sweeps = 8;  // about half a millisecond on the fastest GPUs: time to queue a batch

}  // namespace

std::uint64_t sets_beyond_caches(const gl::Facts& facts, std::uint64_t set_bytes) {
    const std::uint64_t wanted = facts.software ? beyond_software_caches : beyond_caches;
    std::uint64_t sets = std::min(max_sets, (wanted + set_bytes - 1) / set_bytes);
    if (const auto free = facts.free_bytes()) sets = std::min(sets, *free / share_of_free / set_bytes);
    return std::max<std::uint64_t>(sets, 1);
}

std::uint64_t Rotation::buffer_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t vector = sizeof(shared::uvec4);
    return (bytes + vector - 1) / vector * vector;
}

Rotation::Rotation(gl::MemoryProvider& memory, const gl::Facts& facts, std::span<const std::byte> input) {
    const std::uint64_t bytes = buffer_bytes(input.size());
    const std::uint64_t pairs = sets_beyond_caches(facts, 2 * bytes);
    for (std::uint64_t i = 0; i < pairs; ++i) {
        Pair pair{memory.allocate(bytes, "bench: input"), memory.allocate(bytes, "bench: output")};
        pair.input.write(0, input);
        pair.output.fill(0);  // touched before it is timed
        pairs_.push_back(std::move(pair));
    }
}

SweepBuffers::SweepBuffers(gl::MemoryProvider& memory, const gl::Facts& facts) {
    const auto free = facts.free_bytes();
    if (facts.software || (free && *free / share_to_sweep < beyond_caches)) return;
    const std::uint64_t bytes = beyond_caches / 2;
    buffers_ = {memory.allocate(bytes, "bench: sweep from"), memory.allocate(bytes, "bench: sweep to")};
    buffers_->input.fill(0);
}

CacheSweep SweepBuffers::sweep() const {
    if (!buffers_) return {};
    return {{&buffers_->input, &buffers_->output}, sweeps};
}

}  // namespace winnow::measure
