#include "commands/foreign_options.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace winnow::commands {
namespace {

using Topics = std::vector<std::string_view>;

struct Belonging {
    bool given;
    std::string_view option;
    Topics bench, test;    // that have a use for it
    bool several = false;  // options
};

std::vector<Belonging> belongings(const Options& options) {
    return {{options.type != ScanType{}, "--type and --op", {"scan"}, {"scan"}, true},
            {options.pattern.has_value(), "--pattern", {"scan"}, {"scan"}},
            {!options.sizes.empty(),
             "--sizes",
             {"scan", "compact", "sort", "cull", "frame"},
             {"scan", "compact"}},
            {!options.record_bytes.empty(), "--record-bytes", {"compact"}, {}},
            {!options.survivors.empty(), "--survivors", {"compact"}, {}},
            {options.votes.has_value(), "--votes", {"compact"}, {}},
            {!options.key_bits.empty(), "--key-bits", {"sort"}, {}},
            {!options.visible.empty(), "--visible", {"cull"}, {}},
            {!options.deaths.empty(), "--deaths", {"frame"}, {}},
            {!options.bench_effect.empty(), "--effect", {"frame"}, {}},
            {options.capacity.has_value(), "--capacity", {"frame"}, {"replay"}},
            {options.density.has_value(), "--density", {"frame"}, {"replay"}},
            {!options.trace.empty(), "--trace", {"frame"}, {"replay"}},
            {options.compaction != Compaction::automatic,
             "--compaction",
             {"compact", "frame"},
             {"compact", "replay"}}};
}

void refuse_foreign_to_frames(const Options& options) {
    if (!options.bench_effect.empty() && !options.deaths.empty())
        bad_input("bench frame: --effect has lifetimes of its own; leave --deaths away");
    if (!options.bench_effect.empty() && !options.sizes.empty())
        bad_input("bench frame: --effect keeps as many alive as it does; leave --sizes away");
    if (options.capacity && !options.sizes.empty())
        bad_input("bench frame: --capacity and --sizes both say how many there are; leave one of them away");
}

}  // namespace

void refuse_foreign_options(std::string_view command, std::string_view topic, const Options& options) {
    const bool is_bench = command == "bench";
    for (const Belonging& row : belongings(options)) {
        const Topics& topics = is_bench ? row.bench : row.test;
        if (row.given && std::find(topics.begin(), topics.end(), topic) == topics.end())
            bad_input("{0} {1}: {2} {3} of {0} {4}", command, topic, row.option, row.several ? "are" : "is",
                      fmt::join(topics, fmt::format(" and {} ", command)));
    }
    if (is_bench && topic == "frame") refuse_foreign_to_frames(options);
}

}  // namespace winnow::commands
