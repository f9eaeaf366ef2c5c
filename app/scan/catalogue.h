// The names of everything that can be chosen: backends, block scans, grid strategies, compactors.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace winnow {

enum class Backend { automatic, glsl, cuda, cpu };
enum class BlockScan { automatic, blelloch };
enum class GridStrategy { automatic, scan_then_propagate };
enum class Compaction { automatic, staged };

template <typename Value>
struct Named {
    Value value;
    std::string_view name;     // as on the command line and in JSON
    std::string_view summary;  // one line for lists and tooltips
};

inline constexpr std::array backends{
    Named<Backend>{Backend::automatic, "auto", "GLSL, which every machine with OpenGL 4.5 has"},
    Named<Backend>{Backend::glsl, "glsl", "OpenGL compute shaders"},
    Named<Backend>{Backend::cuda, "cuda", "CUDA kernels on the memory that OpenGL draws from"},
    Named<Backend>{Backend::cpu, "cpu", "the sequential reference; reads back and uploads every step"},
};
inline constexpr std::array block_scans{
    Named<BlockScan>{BlockScan::automatic, "auto", "the fastest that is correct on this device"},
    Named<BlockScan>{BlockScan::blelloch, "blelloch",
                     "up-sweep and down-sweep over a tree: 2(N-1) additions"},
};
inline constexpr std::array grid_strategies{
    Named<GridStrategy>{GridStrategy::automatic, "auto", "the fastest that is correct on this device"},
    Named<GridStrategy>{GridStrategy::scan_then_propagate, "scan-then-propagate",
                        "scan each tile, scan the tiles' sums, add them back; any length"},
};
inline constexpr std::array compactions{
    Named<Compaction>{Compaction::automatic, "auto", "the fastest that keeps order"},
    Named<Compaction>{Compaction::staged, "staged",
                      "one word a vote, scanned, then every column moved; keeps order"},
};

template <typename Value, std::size_t N>
constexpr std::string_view name_of(const std::array<Named<Value>, N>& table, Value value) {
    for (const auto& row : table)
        if (row.value == value) return row.name;
    return "?";
}

template <typename Value, std::size_t N>
constexpr std::optional<Value> find_name(const std::array<Named<Value>, N>& table, std::string_view name) {
    for (const auto& row : table)
        if (row.name == name) return row.value;
    return std::nullopt;
}

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

/// What `automatic` stands for.
inline constexpr Backend resolve(Backend b) {
    return b == Backend::automatic ? Backend::glsl : b;
}
inline constexpr BlockScan resolve(BlockScan b) {
    return b == BlockScan::automatic ? BlockScan::blelloch : b;
}
inline constexpr GridStrategy resolve(GridStrategy g) {
    return g == GridStrategy::automatic ? GridStrategy::scan_then_propagate : g;
}
inline constexpr Compaction resolve(Compaction c) {
    return c == Compaction::automatic ? Compaction::staged : c;
}

}  // namespace winnow
