#include "sort/radix_variant.h"

namespace winnow::sort {
namespace {

constexpr std::uint32_t ballot_bits = 32;  // of the word that a ranking subgroup votes in

std::string number(std::uint32_t value) {
    return std::to_string(value) + 'u';
}

std::string quoted(const char* path) {
    return std::string("\"") + path + '"';
}

/// Counters of one tile that one thread scans: each digit has one for each that counts by itself.
std::uint32_t counters_a_thread(const RadixVariant& variant) {
    const std::uint32_t counting =
        variant.subgroup_size > 0 ? variant.threads / variant.subgroup_size : variant.threads;
    return variant.digits() * counting / variant.threads;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> RadixVariant::defines() const {
    const bool subgroups = subgroup_size > 0;
    std::vector<std::pair<std::string, std::string>> all{
        {"BLOCK_THREADS", number(threads)},
        {"KEYS", number(keys)},
        {"DIGIT_BITS", number(digit_bits)},
        {"ITEMS", number(counters_a_thread(*this))},
        {"RANK_FILE", quoted(subgroups ? "sort/rank/by_subgroup.glsl" : "sort/rank/by_thread.glsl")},
        {"BLOCK_SCAN_FILE", quoted(subgroups ? "scan/block/subgroup.glsl" : "scan/block/three_phase.glsl")},
        {"ELEMENT_FILE", quoted("scan/element/u32.glsl")},
        {"OPERATOR_FILE", quoted("scan/operator/add.glsl")}};
    if (subgroups) {
        all.emplace_back("NEEDS_SUBGROUPS", "1");
        all.emplace_back("SUBGROUP_SIZE", number(subgroup_size));
    }
    return all;
}

RadixVariant radix_variant(const gl::Facts& facts) {
    // Measured on an H200: more keys a thread leave less of the multiprocessor for other groups.
    if (facts.limits.subgroup_size == ballot_bits) return {512, 8, 8, ballot_bits};
    return {128, 16, 4, 0};  // 16 counters a thread, as many words as keys: 18 KiB of shared memory
}

}  // namespace winnow::sort
