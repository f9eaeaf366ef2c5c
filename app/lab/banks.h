// Bank conflicts in shared memory by the usual model: 32 banks of 4 bytes, and an access takes as many turns
// as the most words that it asks of one bank. Elements of 8 bytes lie in 16 pairs of banks and are accessed
// by half a warp at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace winnow::lab {

inline constexpr std::uint32_t bank_row_bytes = 32 * 4;

enum class Padding {
    none,
    one_level,  // leaf i at i + i / 32, whatever the size of an element
    kernels,    // where Winnow's padded kernels put it
};

/// A tree of leaves in shared memory. `leaves` is a power of two.
struct SharedTree {
    std::uint32_t leaves = 0, banks = 32;  // 16 for elements of 8 bytes
    Padding padding = Padding::none;

    /// Returns the place of a leaf, in elements.
    std::uint32_t place(std::uint32_t leaf) const;
    /// Returns the elements of the array: the place of the last leaf, and one.
    std::uint32_t elements() const;
};

/// The leaves that the threads of one access ask for.
struct Access {
    std::vector<std::uint32_t> leaves;  // by thread, from first_thread on
    std::uint32_t first_thread = 0;
    bool is_left = true;                    // left operands, or right ones
    std::vector<std::uint32_t> bank_words;  // how many words each bank has to deliver
    std::uint32_t turns = 0;                // the largest of them
};

/// Returns the access that takes most turns among all accesses of the step with this stride of Blelloch's
/// tree; the first one of several. Thread t combines leaves (2t + 1) stride - 1 and (2t + 2) stride - 1.
Access worst_access(const SharedTree& tree, std::uint32_t stride);

/// Returns the turns that all reads of that step take.
std::uint32_t turns_of_step(const SharedTree& tree, std::uint32_t stride);

/// The count of such turns on a GPU.
struct MeasuredTurns {
    std::string device;  // the name of the GPU
    std::uint32_t turns = 0;
};
/// Returns what Nsight Compute counted for that step (cuda/lab/measure_bank_conflicts.py), or nothing for a
/// tree that was not measured.
std::optional<MeasuredTurns> measured_turns(const SharedTree& tree, std::uint32_t stride);

}  // namespace winnow::lab
