#include "sort/radix_variant.h"

#include "scan/glsl_variant.h"

namespace winnow::sort {
namespace {

constexpr std::uint32_t ballot_bits = 32;  // of the word that a ranking subgroup votes in

/// Counters of one tile that one thread scans: each digit has one for each that counts by itself.
std::uint32_t counters_a_thread(const RadixVariant& variant) {
    const std::uint32_t counting =
        variant.subgroup_size > 0 ? variant.threads / variant.subgroup_size : variant.threads;
    return variant.digits() * counting / variant.threads;
}

}  // namespace

gl::Defines RadixVariant::defines() const {
    const bool subgroups = subgroup_size > 0;
    gl::Defines all{{"BLOCK_THREADS", gl::define_number(threads)},
                    {"KEYS", gl::define_number(keys)},
                    {"DIGIT_BITS", gl::define_number(digit_bits)},
                    {"ITEMS", gl::define_number(counters_a_thread(*this))}};
    const BlockScan block = subgroups ? BlockScan::subgroup : BlockScan::three_phase;
    for (const gl::Defines& more : {scan::type_defines({}), scan::block_defines(block)})
        all.insert(all.end(), more.begin(), more.end());
    if (subgroups) {
        all.emplace_back("NEEDS_SUBGROUPS", "1");
        all.emplace_back("SUBGROUP_SIZE", gl::define_number(subgroup_size));
    }
    return all;
}

RadixVariant radix_variant(const gl::Facts& facts) {
    // Measured on an H200: more keys a thread leave less of the multiprocessor for other groups.
    if (facts.limits.subgroup_size == ballot_bits) return {512, 8, 8, ballot_bits};
    return {128, 16, 4, 0};  // 16 counters a thread, as many words as keys: 18 KiB of shared memory
}

}  // namespace winnow::sort
