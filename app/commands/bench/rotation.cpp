#include "commands/bench/rotation.h"

#include <algorithm>
#include <span>

#include "shaders/shared.h"

namespace winnow::commands {
namespace {

constexpr std::uint64_t beyond_caches = std::uint64_t{256} << 20;  // bytes
constexpr std::uint64_t beyond_software_caches = std::uint64_t{64} << 20;
constexpr std::uint64_t most_pairs = 64;
constexpr std::uint64_t share_of_free = 2;  // at most one in so many free bytes

std::uint64_t pairs_for(const gl::Facts& facts, std::uint64_t pair_bytes) {
    const std::uint64_t wanted = facts.software ? beyond_software_caches : beyond_caches;
    std::uint64_t pairs = std::min(most_pairs, (wanted + pair_bytes - 1) / pair_bytes);
    if (const auto free = facts.free_bytes()) pairs = std::min(pairs, *free / share_of_free / pair_bytes);
    return std::max<std::uint64_t>(pairs, 1);
}

}  // namespace

std::uint64_t Rotation::buffer_bytes(std::uint64_t elements) {
    constexpr std::uint64_t vector = sizeof(shared::uvec4);
    return (elements * sizeof(std::uint32_t) + vector - 1) / vector * vector;
}

Rotation::Rotation(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint64_t elements,
                   const std::vector<std::uint32_t>& words) {
    const std::uint64_t bytes = buffer_bytes(elements);
    const std::uint64_t pairs = pairs_for(facts, 2 * bytes);
    for (std::uint64_t i = 0; i < pairs; ++i) {
        Pair pair{memory.allocate(bytes, "bench: input"), memory.allocate(bytes, "bench: output")};
        pair.input.write_all(std::span(words).first(elements));
        pair.output.fill(0);  // touched before it is timed
        pairs_.push_back(std::move(pair));
    }
}

}  // namespace winnow::commands
