#include "scan/glsl_variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace winnow::scan {
namespace {

/// Returns a name as it is spelt in the names of files.
std::string with_underscores(std::string_view name) {
    std::string file(name);
    std::replace(file.begin(), file.end(), '-', '_');
    return file;
}

/// Returns a name as it is spelt in the constants of shaders.
std::string in_capitals(std::string_view name) {
    std::string constant(name);
    std::transform(constant.begin(), constant.end(), constant.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return constant;
}

bool is_padded(BlockScan block) {
    return block == BlockScan::brent_kung_padded || block == BlockScan::blelloch_padded;
}

/// Returns the block scan without padding, which has the same file.
BlockScan without_padding(BlockScan block) {
    if (block == BlockScan::brent_kung_padded) return BlockScan::brent_kung;
    return block == BlockScan::blelloch_padded ? BlockScan::blelloch : block;
}

bool has_wide_atomics(const gl::Facts& facts) {
    return facts.has("GL_NV_shader_atomic_int64") && facts.has("GL_NV_gpu_shader5") &&
           facts.has("GL_ARB_gpu_shader_int64");
}

GlslTuning tuning_for(const gl::Facts& facts, const ScanChoice& choice) {
    // llvmpipe ends all loops of an invocation after 65,535 iterations in total, so the spin limit must be
    // small.
    if (facts.software) return {128, 128, 1u << 8, true};
    GlslTuning tuning{256, 64, 1u << 14, true};
    if (!facts.nvidia) return tuning;
    // Measured on an H200. Its blocks start in the order of their index, and a ticket costs a round trip to
    // memory. Networks over twice the rows are slower; subgroups need no more shared memory for them.
    tuning.by_ticket = choice.grid == GridStrategy::chained;
    if (choice.block == BlockScan::subgroup && is_single_pass(choice.grid)) tuning.thread_bytes = 128;
    return tuning;
}

}  // namespace

gl::Defines type_defines(ScanType type) {
    return {{"ELEMENT", in_capitals(name_of(type.element))}, {"OPERATOR", in_capitals(name_of(type.op))}};
}

gl::Defines block_defines(BlockScan block) {
    const std::string file = with_underscores(name_of(without_padding(block)));
    return {{"BLOCK_SCAN_FILE", gl::define_path(fmt::format("scan/block/{}.glsl", file))},
            {"PADDED", gl::define_flag(is_padded(block))}};
}

gl::Defines with_scan_kernel(gl::Defines defines) {
    defines.emplace_back("SCAN_KERNEL", "1");
    return defines;
}

gl::Defines GlslVariant::defines() const {
    gl::Defines all{{"BLOCK_THREADS", gl::define_number(tuning.threads)},
                    {"ITEMS", gl::define_number(tuning.thread_bytes / bytes_of(type.element))}};
    for (const gl::Defines& more : {type_defines(type), block_defines(choice.block), waiting_defines()})
        all.insert(all.end(), more.begin(), more.end());
    if (type.element == Element::u64 || wide_atomics) all.emplace_back("NEEDS_INT64", "1");
    if (wide_atomics) all.emplace_back("NEEDS_INT64_ATOMICS", "1");
    if (subgroup_size > 0) {
        all.emplace_back("NEEDS_SUBGROUPS", "1");
        all.emplace_back("SUBGROUP_SIZE", gl::define_number(subgroup_size));
    }
    return all;
}

std::string GlslVariant::file() const {
    return fmt::format("scan/grid/{}.comp", with_underscores(name_of(choice.grid)));
}

/// Returns the defines for the waiting of a single-pass strategy's tiles.
gl::Defines GlslVariant::waiting_defines() const {
    const char* schedule = tuning.by_ticket ? "BY_TICKET" : "BY_INDEX";
    return {{"STRATEGY_FILE", gl::define_path(file())},
            {"SPIN_LIMIT", gl::define_number(tuning.spin_limit)},
            {"SCHEDULE", schedule_file.empty() ? schedule : "BY_TEST"},
            {"SCHEDULE_FILE", gl::define_path(schedule_file)}};
}

ScanChoice resolve_glsl(const gl::Facts& facts, ScanChoice choice) {
    const bool subgroups = facts.limits.subgroup_size > 0;
    if (choice.block == BlockScan::automatic)
        choice.block = subgroups && !facts.software ? BlockScan::subgroup : BlockScan::three_phase;
    if (choice.grid == GridStrategy::automatic)
        choice.grid = facts.software ? GridStrategy::scan_then_propagate : GridStrategy::decoupled_lookback;
    return choice;
}

Availability glsl_offers(const gl::Facts& facts, ScanChoice choice, ScanType type) {
    for (const std::string& reason :
         {why_unknown("block scan", choice.block), why_unknown("grid strategy", choice.grid),
          why_unknown("element type", type.element), why_unknown("operator", type.op)})
        if (!reason.empty()) return Availability::no(reason);
    choice = resolve_glsl(facts, choice);
    if (choice.block == BlockScan::subgroup && facts.limits.subgroup_size == 0)
        return Availability::no(
            facts.has("GL_KHR_shader_subgroup")
                ? "this OpenGL's subgroups are not known to have the same size in every program"
                : "this OpenGL lacks GL_KHR_shader_subgroup with ballots and shuffles in compute shaders");
    if (type.element == Element::u64 && !facts.has("GL_ARB_gpu_shader_int64"))
        return Availability::no("this OpenGL lacks GL_ARB_gpu_shader_int64");
    return Availability::yes();
}

GlslVariant glsl_variant(const gl::Facts& facts, ScanChoice choice, ScanType type) {
    GlslVariant variant;
    variant.choice = resolve_glsl(facts, choice);
    variant.type = type;
    variant.tuning = tuning_for(facts, variant.choice);
    const bool single_pass = is_single_pass(variant.choice.grid);
    if (variant.choice.block == BlockScan::subgroup || single_pass)
        variant.subgroup_size = facts.limits.subgroup_size;
    if (variant.choice.block == BlockScan::subgroup)  // one subgroup scans the sums of all
        variant.tuning.threads =
            std::min(variant.tuning.threads, variant.subgroup_size * variant.subgroup_size);
    variant.wide_atomics = single_pass && has_wide_atomics(facts);
    return variant;
}

}  // namespace winnow::scan
