// The types of the scan (prefix sum) in Winnow's libraries: its elements, operators, algorithms and errors.
// C++17; needs only the standard library. Included by winnow/scan.h (OpenGL) and winnow/cuda_scan.h (CUDA).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#if defined(__GNUC__)
#define WINNOW_API __attribute__((visibility("default")))
#else
#define WINNOW_API
#endif

namespace winnow {

enum class ScanKind {
    exclusive,  // output[i] = input[0] op ... op input[i-1]; output[0] = the operator's identity
    inclusive,  // output[i] = input[0] op ... op input[i]
};

/// The type of the scanned elements. u64 needs 64-bit integers in the shading language.
enum class Element { u32, i32, f32, u64 };

/// Integer sums are exact modulo 2^32 or 2^64. The identity is 0 for add, the type's largest value (infinity
/// for f32) for min, and its smallest for max. min and max of NaN are unspecified.
enum class Operator { add, min, max };

struct ScanType {
    Element element = Element::u32;
    Operator op = Operator::add;
    bool operator==(const ScanType& b) const { return element == b.element && op == b.op; }
    bool operator!=(const ScanType& b) const { return !(*this == b); }  // written out for C++17
};

/// The algorithm inside a tile, the elements that one work group (OpenGL) or block (CUDA) handles.
enum class BlockScan {
    automatic,  // the fastest that is correct on the device
    kogge_stone,
    brent_kung,
    brent_kung_padded,  // padded: at most two threads of a warp share a bank of shared memory
    blelloch,
    blelloch_padded,  // padded: without bank conflicts
    three_phase,
    subgroup,  // subgroup (warp) operations in registers
};

/// The grid strategy: how the results of the tiles are joined.
enum class GridStrategy {
    automatic,            // the fastest that is correct on the device
    scan_then_propagate,  // hierarchical: scans the tiles' sums and adds them back
    reduce_then_scan,
    chained,  // one pass; each tile waits for the inclusive prefix of the tile before it
    decoupled_lookback,
};

/// One algorithm. Every pair gives the same result, except for rounding of f32 sums.
struct ScanChoice {
    BlockScan block = BlockScan::automatic;
    GridStrategy grid = GridStrategy::automatic;
    bool operator==(const ScanChoice& b) const { return block == b.block && grid == b.grid; }
    bool operator!=(const ScanChoice& b) const { return !(*this == b); }
};

constexpr std::uint64_t bytes_of(Element element) {
    return element == Element::u64 ? 8 : 4;
}

/// The only exception of these libraries besides std::bad_alloc. what() is one line: the problem, its place,
/// and what would be right.
class WINNOW_API ScanError : public std::runtime_error {
  public:
    enum class Kind {
        bad_input,  // the request breaks a rule of the header or exceeds a limit of the device or its memory
        absent,     // the device, driver or build lacks what was asked for; what() names it
        failed,     // the driver failed
    };
    ScanError(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
    Kind kind() const { return kind_; }

  private:
    Kind kind_;
};

}  // namespace winnow
