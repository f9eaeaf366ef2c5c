#include "render/list_pass.h"

#include <algorithm>

#include "scan/glsl_tiles.h"
#include "shaders/shared.h"

namespace winnow::render {
namespace {

/// How the list's pass is divided into work groups. If all groups run at once, each waits once for the ones
/// before it, and keeps the votes of its part of the entries. If not, the running groups finish before the
/// others begin.
struct Division {
    std::uint32_t threads;       // per group
    std::uint32_t thread_words;  // words of 32 votes that a thread scans
    std::uint32_t groups;        // number that run at once

    std::uint32_t max_entries() const { return threads * thread_words * shared::VOTES_PER_WORD; }
};

/// Returns the division for the device: measured on an H200, where two groups run on each of 132
/// multiprocessors.
Division division_on(const gl::Facts& facts) {
    Division division = facts.software ? Division{128, 8, 16} : Division{512, 4, 264};
    const std::uint32_t subgroup =
        facts.limits.subgroup_size;  // one subgroup scans the sums of all subgroups
    if (subgroup > 0) division.threads = std::min(division.threads, subgroup * subgroup);
    return division;
}

}  // namespace

std::uint32_t groups_of_list(const gl::Facts& facts, std::uint32_t entries) {
    constexpr std::uint32_t min_entries = 2048;
    const Division division = division_on(facts);
    const std::uint64_t needed = scan::tiles_of(entries, division.max_entries());
    const std::uint64_t worth_it = scan::tiles_of(entries, min_entries);
    return static_cast<std::uint32_t>(std::max(needed, std::min<std::uint64_t>(division.groups, worth_it)));
}

scan::GlslVariant list_variant(const gl::Facts& facts) {
    auto variant = scan::glsl_variant(facts, {BlockScan::automatic, GridStrategy::decoupled_lookback}, {});
    variant.tuning.threads = division_on(facts).threads;
    variant.tuning.thread_bytes = division_on(facts).thread_words * gl::word_bytes;
    return variant;
}

gl::Program load_list(const gl::Facts& facts, gl::ShaderLibrary& shaders, const ListKind& kind) {
    gl::Defines all = list_variant(facts).defines();
    all.emplace_back("COLUMNS", gl::define_number(kind.columns));
    all.emplace_back("LISTS_CACHED_ORDER", gl::define_flag(kind.cached_order));
    all.emplace_back("LISTS_RIBBONS", gl::define_flag(kind.ribbons));
    return shaders.load_compute("render/list/list.comp", std::move(all));
}

}  // namespace winnow::render
