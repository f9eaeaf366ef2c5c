#include "measure/compact_cases.h"

#include <array>

#include "measure/measure.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

constexpr std::array<std::uint32_t, 7> all_shares{0, 1, 10, 50, 90, 99, 100};
constexpr std::uint32_t usual_share = 50;
constexpr std::array<std::uint64_t, 4> all_records{1'000'000, 4'000'000, 16'000'000, 64'000'000};
constexpr std::uint64_t usual_records = 16'000'000, usual_in_software = 65'536;
constexpr std::array<std::uint32_t, 4> all_bytes{16, 32, 48, 64};
constexpr std::array<std::uint32_t, 2> usual_bytes{48, 64};

std::vector<std::uint64_t> chosen_records(const CompactBenchChoice& options, bool software) {
    if (options.all && !software)
        return chosen_values(options.sizes, {all_records.begin(), all_records.end()});
    return chosen_values(options.sizes, {software ? usual_in_software : usual_records});
}

std::vector<std::uint32_t> chosen_bytes(const CompactBenchChoice& options) {
    if (options.all) return chosen_values(options.record_bytes, {all_bytes.begin(), all_bytes.end()});
    return chosen_values(options.record_bytes, {usual_bytes.begin(), usual_bytes.end()});
}

std::vector<CompactGroup::Votes> chosen_votes(const CompactBenchChoice& options) {
    const std::vector<std::uint32_t> shares =
        chosen_values(options.survivors, {all_shares.begin(), all_shares.end()});
    std::vector<CompactGroup::Votes> votes;
    const auto add = [&](verify::VoteSpread spread, const std::vector<std::uint32_t>& percents) {
        for (const std::uint32_t share : percents) votes.push_back({spread, share});
    };
    if (options.votes != verify::VoteSpread::clustered) add(verify::VoteSpread::random, shares);
    if (options.votes == verify::VoteSpread::random) return votes;
    const bool every = options.all || options.votes || !options.survivors.empty();
    add(verify::VoteSpread::clustered, every ? shares : std::vector{usual_share});
    return votes;
}

}  // namespace

std::vector<CompactGroup> compact_groups(const CompactBenchChoice& options, bool software) {
    std::vector<CompactGroup> groups;
    for (const std::uint64_t records : chosen_records(options, software))
        for (const std::uint32_t bytes : chosen_bytes(options))
            groups.push_back(
                {bytes / shared::COLUMN_BYTES, static_cast<std::uint32_t>(records), chosen_votes(options)});
    return groups;
}

}  // namespace winnow::measure
