#include "compact/glsl_compactor_variant.h"

#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared.h"

namespace winnow::compact {
namespace {

constexpr std::uint32_t bytes_per_record = 4;  // of a scan's tile: one 32-bit element

/// Measured on an H200: larger tiles and larger chunks are slower.
GlslTile loaded_tile(const gl::Facts& facts) {
    return facts.software ? GlslTile{128, 8, 1} : GlslTile{256, 8, 2};
}

bool ranks_by_subgroup(const ScanChoice& resolved) {
    return resolved.block == BlockScan::subgroup;
}

/// Measured on NVIDIA's GPUs, whose compiler copies the code of a record for each of a thread's.
/// Lengthy: with 4 records the registers do not suffice; a step of 16 M particles with four octaves of eddies
/// takes 2.16 ms, with 2 records 1.41.
/// Various: sixteen short stacks take 0.80 ms in groups of 256, where they are copied, and 0.62 in groups of
/// 512, where the compiler makes calls of them.
/// Extensive: a loop over the records, which compiles half a second sooner, takes 0.125 ms for 880 k
/// particles of the fountain, and copies 0.134; but the sixteen short stacks take 1.29 ms in a loop.
GlslTile made_tile(const gl::Facts& facts, const ScanChoice& resolved, ProducerCost producer_cost) {
    if (facts.software) return {128, 4, 1};
    if (!ranks_by_subgroup(resolved) || producer_cost == ProducerCost::cheap) return {256, 4, 1};
    if (producer_cost == ProducerCost::costly) return {256, 2, 1};
    return producer_cost == ProducerCost::branchy ? GlslTile{512, 3, 1} : GlslTile{256, 3, 1, true};
}

gl::Defines tile_defines(const GlslTile& tile, const RecordShape& shape) {
    gl::Defines all{{"COLUMNS", gl::define_number(shape.columns)}, {"CHUNK", gl::define_number(tile.chunk)}};
    if (shape.planes > 1) all.emplace_back("PLANES", gl::define_number(shape.planes));
    return all;
}

/// As many elements are in the registers of a thread that holds the most records without planes.
constexpr std::size_t max_held = std::size_t{4} * shared::MAX_PARTICLE_COLUMNS;

void add(gl::Defines& all, const gl::Defines& more) {
    all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

GlslTile GlslVariant::tile(const RecordShape& shape, const Fold* fold) const {
    if (fold == nullptr) return loaded;
    GlslTile chosen = made[static_cast<std::size_t>(fold->producer_cost)];
    const std::size_t held = fold->held > 0 ? fold->held : shape.elements();
    if (!ranks_by_subgroup(scan.choice)) return chosen;  // other block scans need a multiple of 4 records
    while (chosen.records > 1 && chosen.records * held > std::max(max_held, chosen.records * shape.columns))
        --chosen.records;
    return chosen;
}

std::uint32_t GlslVariant::smallest_tile() const {
    std::uint32_t smallest = loaded.size();
    for (const GlslTile& one : made)
        smallest = std::min(smallest, ranks_by_subgroup(scan.choice) ? one.threads : one.size());
    return smallest;
}

gl::Defines GlslVariant::defines(const RecordShape& shape, const Fold* fold) const {
    const GlslTile chosen = tile(shape, fold);
    scan::GlslVariant tiled = scan;
    tiled.tuning.threads = chosen.threads;
    tiled.tuning.thread_bytes = chosen.records * bytes_per_record;
    gl::Defines all = tiled.defines();
    add(all, tile_defines(chosen, shape));
    if (ranks_by_subgroup(scan.choice)) all.emplace_back("RANKS_BY_SUBGROUP", "1");
    all.emplace_back("MAKES_RECORDS", gl::define_flag(fold != nullptr));
    all.emplace_back("MAKES_IN_LOOP", gl::define_flag(chosen.makes_in_loop));
    all.emplace_back("RECORD_FILE", gl::define_path(fold == nullptr ? "" : fold->file));
    if (fold != nullptr) add(all, fold->defines);
    return all;
}

gl::Defines move_defines(const GlslTile& tile, const RecordShape& shape) {
    gl::Defines all{{"BLOCK_THREADS", gl::define_number(tile.threads)},
                    {"ITEMS", gl::define_number(tile.records)}};
    add(all, scan::type_defines({}));
    add(all, tile_defines(tile, shape));
    return all;
}

GlslVariant glsl_variant(const gl::Facts& facts, ScanChoice choice) {
    GlslVariant variant;
    variant.scan = scan::glsl_variant(facts, choice, {});
    variant.loaded = loaded_tile(facts);
    for (std::size_t i = 0; i < producer_costs; ++i)
        variant.made[i] = made_tile(facts, variant.scan.choice, static_cast<ProducerCost>(i));
    return variant;
}

GlslTile move_tile(const gl::Facts& facts) {
    return loaded_tile(facts);
}

Compaction resolve_glsl(const gl::Facts& facts, Compaction compaction, ScanChoice choice) {
    if (compaction != Compaction::automatic) return compaction;
    // Where votes and offsets stay in the cache anyway, packing votes into bits is only more work: on
    // llvmpipe a step of 100,000 particles takes 5.4 ms staged, 5.8 ms with bits and 8.1 ms fused.
    if (facts.software) return Compaction::staged;
    return is_single_pass(scan::resolve_glsl(facts, choice).grid) ? Compaction::fused : Compaction::bits;
}

ScanChoice scan_beside_glsl(const gl::Facts& facts, Compaction compaction, ScanChoice choice) {
    if (compaction == Compaction::fused && choice.grid == GridStrategy::automatic)
        choice.grid = GridStrategy::decoupled_lookback;
    return scan::resolve_glsl(facts, choice);
}

Availability glsl_offers(const gl::Facts& facts, Compaction compaction, ScanChoice choice) {
    if (const std::string reason = why_unknown("compaction", compaction); !reason.empty())
        return Availability::no(reason);
    const Compaction resolved = resolve_glsl(facts, compaction, choice);
    const ScanChoice scan = scan_beside_glsl(facts, resolved, choice);
    if (resolved == Compaction::fused && !is_single_pass(scan.grid))
        return Availability::no(
            fmt::format("fused needs a single-pass scan, chained or decoupled-lookback; "
                        "{} has several passes",
                        name_of(scan.grid)));
    return scan::glsl_offers(facts, scan, {});
}

}  // namespace winnow::compact
