// Tables of everything that can be chosen, with names and summaries: backends, block scans, grid strategies,
// compactors, element types and operators.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/named.h"
#include "winnow/compact_types.h"
#include "winnow/scan_types.h"

namespace winnow {

enum class Backend { automatic, glsl, cuda, cpu };

inline constexpr std::array backends{
    Named<Backend>{Backend::automatic, "auto", "GLSL, which every machine with OpenGL 4.5 has"},
    Named<Backend>{Backend::glsl, "glsl", "OpenGL compute shaders"},
    Named<Backend>{Backend::cuda, "cuda", "CUDA kernels on the memory that OpenGL draws from"},
    Named<Backend>{Backend::cpu, "cpu", "the sequential reference; reads back and uploads every step"},
};
inline constexpr std::array block_scans{
    Named<BlockScan>{BlockScan::automatic, "auto", "the fastest that is correct on this device"},
    Named<BlockScan>{BlockScan::kogge_stone, "kogge-stone",
                     "each adds its neighbour at distance 1, 2, 4...: fewest steps, N log2 N additions"},
    Named<BlockScan>{BlockScan::brent_kung, "brent-kung",
                     "a reduction tree and a distribution tree: 2N-2-log2 N additions"},
    Named<BlockScan>{BlockScan::brent_kung_padded, "brent-kung-padded",
                     "the same, padded: at most two threads of a warp share a bank"},
    Named<BlockScan>{BlockScan::blelloch, "blelloch",
                     "up-sweep and down-sweep over a tree: 2(N-1) additions"},
    Named<BlockScan>{BlockScan::blelloch_padded, "blelloch-padded",
                     "the same, padded: without bank conflicts"},
    Named<BlockScan>{BlockScan::three_phase, "three-phase",
                     "each thread scans a section, the sections' sums are scanned, then added"},
    Named<BlockScan>{BlockScan::subgroup, "subgroup", "subgroup (warp) operations in registers; one barrier"},
};
inline constexpr std::array grid_strategies{
    Named<GridStrategy>{GridStrategy::automatic, "auto", "the fastest that is correct on this device"},
    Named<GridStrategy>{GridStrategy::scan_then_propagate, "scan-then-propagate",
                        "scan each tile, scan the tiles' sums, add them back; moves 4 words an element"},
    Named<GridStrategy>{GridStrategy::reduce_then_scan, "reduce-then-scan",
                        "sum each tile, scan the sums, then scan each tile from its own; moves 3"},
    Named<GridStrategy>{GridStrategy::chained, "chained",
                        "one pass; each tile waits for the prefix of the one before; moves 2"},
    Named<GridStrategy>{GridStrategy::decoupled_lookback, "decoupled-lookback",
                        "one pass; each tile looks back over sums until it finds a prefix; moves 2"},
};
/// The pair that textbooks teach.
inline constexpr ScanChoice textbook{BlockScan::blelloch, GridStrategy::scan_then_propagate};
inline constexpr std::array compactions{
    Named<Compaction>{Compaction::automatic, "auto", "the fastest that keeps order"},
    Named<Compaction>{Compaction::staged, "staged",
                      "one word a vote, scanned, then every column moved; keeps order"},
    Named<Compaction>{Compaction::bits, "bits",
                      "one bit a vote, a scan over popcounts, then every column moved; keeps order"},
    Named<Compaction>{Compaction::fused, "fused",
                      "vote, scan and move in one pass that looks back; keeps order"},
    Named<Compaction>{
        Compaction::atomic, "atomic",
        "append by an atomic counter, the baseline: order, and so the hash, differ from run to run"},
};

inline constexpr std::array elements{
    Named<Element>{Element::u32, "u32", "unsigned 32-bit integers"},
    Named<Element>{Element::i32, "i32", "signed 32-bit integers"},
    Named<Element>{Element::f32, "f32", "32-bit floats"},
    Named<Element>{Element::u64, "u64", "unsigned 64-bit integers"},
};
inline constexpr std::array operators{
    Named<Operator>{Operator::add, "add", "sum; integers wrap around"},
    Named<Operator>{Operator::min, "min", "minimum"},
    Named<Operator>{Operator::max, "max", "maximum"},
};

inline constexpr std::string_view name_of(Backend value) {
    return name_of(backends, value);
}
inline constexpr std::string_view name_of(BlockScan value) {
    return name_of(block_scans, value);
}
inline constexpr std::string_view name_of(GridStrategy value) {
    return name_of(grid_strategies, value);
}
inline constexpr std::string_view name_of(Compaction value) {
    return name_of(compactions, value);
}
inline constexpr std::string_view name_of(Element value) {
    return name_of(elements, value);
}
inline constexpr std::string_view name_of(Operator value) {
    return name_of(operators, value);
}

/// Returns in one sentence that no table holds the value; empty if one does.
template <typename Value>
std::string why_unknown(std::string_view what, Value value) {
    if (name_of(value) != no_name) return {};
    return "there is no " + std::string(what) + " with the number " + std::to_string(static_cast<int>(value));
}

/// The algorithm that computes a step. Each part may be automatic; Suites::resolve() says what that stands
/// for.
struct Algorithm {
    Backend backend = Backend::automatic;
    ScanChoice scan{};
    Compaction compaction = Compaction::automatic;
    bool operator==(const Algorithm& b) const {  // written out for C++17
        return backend == b.backend && scan == b.scan && compaction == b.compaction;
    }
};

/// Resolves `automatic`. Each backend's suite resolves the other choices.
inline constexpr Backend resolve(Backend b) {
    return b == Backend::automatic ? Backend::glsl : b;
}

/// Returns `wanted`, or every member of its table but `automatic` where `wanted` is automatic.
template <typename Value, std::size_t N>
std::vector<Value> members(const std::array<Named<Value>, N>& table, Value wanted = Value::automatic) {
    if (wanted != Value::automatic) return {wanted};
    std::vector<Value> all;
    for (const auto& row : table)
        if (row.value != Value::automatic) all.push_back(row.value);
    return all;
}
/// Expands both parts in the same way and returns every pair.
inline std::vector<ScanChoice> members(ScanChoice wanted) {
    std::vector<ScanChoice> pairs;
    for (const BlockScan block : members(block_scans, wanted.block))
        for (const GridStrategy grid : members(grid_strategies, wanted.grid)) pairs.push_back({block, grid});
    return pairs;
}

/// Returns true for a single-pass strategy, in which a tile waits for the tiles before it. Precondition: `g`
/// is resolved.
inline constexpr bool is_single_pass(GridStrategy g) {
    return g == GridStrategy::chained || g == GridStrategy::decoupled_lookback;
}

/// Returns true if the survivors keep their order, so that every such compactor gives the same state.
inline constexpr bool keeps_order(Compaction c) {
    return c != Compaction::atomic;
}

}  // namespace winnow
