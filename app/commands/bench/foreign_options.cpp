#include "commands/bench/foreign_options.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace winnow::commands {
namespace {

struct Belonging {
    bool given;
    std::string_view option;
    std::vector<std::string_view> topics;  // that have a use for it
    bool several = false;                  // options
};

std::vector<Belonging> belongings(const Options& options) {
    return {{options.type != ScanType{}, "--type and --op", {"scan"}, true},
            {options.pattern.has_value(), "--pattern", {"scan"}},
            {!options.record_bytes.empty(), "--record-bytes", {"compact"}},
            {!options.survivors.empty(), "--survivors", {"compact"}},
            {options.votes.has_value(), "--votes", {"compact"}},
            {!options.key_bits.empty(), "--key-bits", {"sort"}},
            {!options.visible.empty(), "--visible", {"cull"}},
            {!options.deaths.empty(), "--deaths", {"frame"}},
            {!options.bench_effect.empty(), "--effect", {"frame"}},
            {options.capacity.has_value(), "--capacity", {"frame"}},
            {options.density.has_value(), "--density", {"frame"}},
            {!options.trace.empty(), "--trace", {"frame"}},
            {options.compaction != Compaction::automatic, "--compaction", {"compact", "frame"}}};
}

}  // namespace

void refuse_foreign_options(std::string_view topic, const Options& options) {
    for (const Belonging& row : belongings(options))
        if (row.given && std::find(row.topics.begin(), row.topics.end(), topic) == row.topics.end())
            bad_input("bench {}: {} {} of bench {}", topic, row.option, row.several ? "are" : "is",
                      fmt::join(row.topics, " and bench "));
    if (!options.bench_effect.empty() && !options.deaths.empty())
        bad_input("bench frame: --effect has lifetimes of its own; leave --deaths away");
    if (!options.bench_effect.empty() && !options.sizes.empty())
        bad_input("bench frame: --effect keeps as many alive as it does; leave --sizes away");
    if (options.capacity && !options.sizes.empty())
        bad_input("bench frame: --capacity and --sizes both say how many there are; leave one of them away");
}

}  // namespace winnow::commands
