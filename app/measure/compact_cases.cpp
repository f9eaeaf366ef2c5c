#include "measure/compact_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "compact/reference_compaction.h"
#include "gl/buffer.h"
#include "measure/measure.h"
#include "measure/rotation.h"
#include "shaders/shared.h"
#include "verify/checkers/inputs.h"

namespace winnow::measure {
namespace {

constexpr std::array<std::uint32_t, 7> all_shares{0, 1, 10, 50, 90, 99, 100};
constexpr std::uint32_t usual_share = 50;
constexpr std::array<std::uint64_t, 4> all_records{1'000'000, 4'000'000, 16'000'000, 64'000'000};
constexpr std::uint64_t usual_records = 16'000'000, usual_in_software = 65'536;
constexpr std::array<std::uint32_t, 4> all_bytes{16, 32, 48, 64};
constexpr std::array<std::uint32_t, 2> usual_bytes{48, 64};
constexpr std::uint64_t sector_bytes = 32;  // the smallest unit in which NVIDIA's memory is read
constexpr std::uint64_t records_in_a_sector = sector_bytes / shared::COLUMN_BYTES;
constexpr std::uint32_t ring_first = 0, ring_count = 1, ring_size = 2;
constexpr std::uint64_t elements_at_a_time = 1 << 20;  // written to or read from a column in one call
constexpr std::uint64_t slices = 16, slice_records = 4096;

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
    const auto add = [&](VoteSpread spread, const std::vector<std::uint32_t>& percents) {
        for (const std::uint32_t share : percents) votes.push_back({spread, share});
    };
    if (options.votes != VoteSpread::clustered) add(VoteSpread::random, shares);
    if (options.votes == VoteSpread::random) return votes;
    const bool every = options.all || options.votes || !options.survivors.empty();
    add(VoteSpread::clustered, every ? shares : std::vector{usual_share});
    return votes;
}

std::uint64_t set_bytes(std::uint32_t columns, std::uint64_t records) {
    return columns * records * 2 * shared::COLUMN_BYTES;
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

std::vector<std::uint32_t> make_votes(VoteSpread spread, std::uint32_t percent, std::uint32_t seed,
                                      std::uint64_t records) {
    constexpr std::uint64_t words = std::uint64_t{1} << 32, whole = 100;
    const std::uint64_t below = words * percent / whole;
    const std::uint64_t together = spread == VoteSpread::clustered ? vote_cluster : 1;
    std::vector<std::uint32_t> votes(records);
    for (std::uint64_t first = 0; first < records; first += together) {
        const std::uint32_t vote = verify::random_word(seed, first / together) < below ? 1 : 0;
        const std::uint64_t end = std::min(first + together, records);
        std::fill(votes.begin() + static_cast<std::ptrdiff_t>(first),
                  votes.begin() + static_cast<std::ptrdiff_t>(end), vote);
    }
    return votes;
}

std::vector<std::uint32_t> survivors_of(std::span<const std::uint32_t> votes) {
    std::vector<std::uint32_t> indices;
    for (std::size_t i = 0; i < votes.size(); ++i)
        if (votes[i] != 0) indices.push_back(static_cast<std::uint32_t>(i));
    return indices;
}

std::uint64_t compact_bound_bytes(std::span<const std::uint32_t> votes, compact::VoteFormat format,
                                  std::uint32_t columns) {
    std::uint64_t survivors = 0, sectors = 0;
    for (std::size_t first = 0; first < votes.size(); first += records_in_a_sector) {
        const auto sector =
            votes.subspan(first, std::min<std::size_t>(records_in_a_sector, votes.size() - first));
        const auto living = static_cast<std::uint64_t>(std::count(sector.begin(), sector.end(), 1u));
        survivors += living;
        sectors += living > 0 ? 1 : 0;
    }
    const std::uint64_t vote_bytes = compact::vote_words(format, votes.size()) * sizeof(std::uint32_t);
    return vote_bytes + columns * (sectors * sector_bytes + survivors * shared::COLUMN_BYTES);
}

void CompactSets::require_fit(const gl::Facts& facts, std::uint32_t columns, std::uint64_t records) {
    const std::string what =
        fmt::format("bench compact: {} records of {} bytes", records, columns * shared::COLUMN_BYTES);
    if (records > shared::MAX_CAPACITY)
        bad_input("{}: {} records are possible at most", what, shared::MAX_CAPACITY);
    gl::check_fits(facts, what, records * shared::COLUMN_BYTES,
                   set_bytes(columns, records) + 2 * records * gl::word_bytes);
}

CompactSets::CompactSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t columns,
                         std::uint32_t records)
    : columns_(columns), records_(records) {
    require_fit(facts, columns, records);
    const std::uint64_t sets = sets_beyond_caches(facts, set_bytes(columns, records));
    for (std::uint64_t i = 0; i < sets; ++i) sets_.push_back(make_set(memory, columns, records));
    fill_sources();
}

CompactSets::Set CompactSets::make_set(gl::MemoryProvider& memory, std::uint32_t columns,
                                       std::uint32_t records) {
    Set set;
    const std::uint64_t bytes = std::uint64_t{records} * shared::COLUMN_BYTES;
    for (std::uint32_t c = 0; c < columns; ++c) {
        set.source.push_back(memory.allocate(bytes, "bench: source column"));
        set.destination.push_back(memory.allocate(bytes, "bench: destination column"));
    }
    for (std::uint32_t c = 0; c < columns; ++c) set.columns.push_back({&set.source[c], &set.destination[c]});
    using compact::VoteFormat;
    set.words =
        memory.allocate(compact::vote_words(VoteFormat::words, records) * gl::word_bytes, "bench: votes");
    set.bits =
        memory.allocate(compact::vote_words(VoteFormat::bits, records) * gl::word_bytes, "bench: vote bits");
    set.ring = memory.allocate(ring_size * gl::word_bytes, "bench: ring");
    set.survivors = memory.allocate(gl::word_bytes, "bench: survivors");
    const std::array<std::uint32_t, ring_size> ring{0, records};
    set.ring.write_all(std::span(ring));
    return set;
}

void CompactSets::fill_sources() const {
    for (std::uint64_t first = 0; first < records_; first += elements_at_a_time)
        for (std::uint32_t c = 0; c < columns_; ++c) {
            const auto image = verify::make_column(c, std::min(elements_at_a_time, records_ - first), first);
            for (const Set& set : sets_)
                set.source[c].write_all(std::span(image), first * sizeof(compact::Element));
        }
}

void CompactSets::set_votes(const CompactVotes& votes) const {
    for (const Set& set : sets_) {
        set.words.write_all(std::span(votes.words));
        set.bits.write_all(std::span(votes.bits));
    }
}

std::uint64_t CompactSets::copy_bytes() const {
    return set_bytes(columns_, records_);
}

CompactRun CompactSets::run(std::uint32_t run) const {
    const Set& set = sets_[run % sets_.size()];
    CompactRun made;
    made.request.columns = set.columns;
    made.request.capacity = made.request.bound = records_;
    made.request.first = {&set.ring, ring_first};
    made.request.count = {&set.ring, ring_count};
    made.request.survivors = {&set.survivors, 0};
    made.words = {&set.words, 0};
    made.bits = {&set.bits, 0};
    return made;
}

std::vector<BenchmarkPair> CompactSets::copies(std::uint32_t run) const {
    std::vector<BenchmarkPair> pairs;
    for (const compact::Column& column : sets_[run % sets_.size()].columns)
        pairs.push_back({column.source, column.destination});
    return pairs;
}

void CompactSets::poison() const {
    for (const gl::Buffer& column : sets_.front().destination) column.fill(verify::guard_word);
    sets_.front().survivors.fill(verify::guard_word);
}

std::string CompactSets::count_fault(const CompactVotes& votes, std::uint32_t survivors) {
    if (survivors == votes.survivors.size()) return {};
    return fmt::format("{} survived, should be {}", survivors, votes.survivors.size());
}

std::string CompactSets::fault(const CompactVotes& votes, bool in_order) const {
    const std::uint32_t found = sets_.front().survivors.read_all<std::uint32_t>(1).front();
    if (std::string wrong = count_fault(votes, found); !wrong.empty()) return wrong;
    const std::uint64_t survivors = votes.survivors.size();
    const std::uint64_t count = std::min(slice_records, survivors);
    if (count == 0) return {};
    for (std::uint64_t slice = 0; slice < slices; ++slice) {
        const std::uint64_t first = (survivors - count) * slice / (slices - 1);
        if (std::string wrong = slice_fault(votes, in_order, first, count); !wrong.empty()) return wrong;
    }
    return {};
}

/// Each record holds its own index. If the order is not kept, each record must be a survivor and none may
/// occur twice.
std::string CompactSets::slice_fault(const CompactVotes& votes, bool in_order, std::uint64_t first,
                                     std::uint64_t count) const {
    std::vector<std::uint32_t> seen;
    for (std::uint32_t c = 0; c < columns_; ++c) {
        const auto found =
            sets_.front().destination[c].read_all<compact::Element>(count, first * sizeof(compact::Element));
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint32_t record = in_order ? votes.survivors[first + i] : found[i][0];
            const bool survives = record < records_ && votes.words[record] != 0;
            if (!survives || found[i] != verify::element_of(c, record) || (c > 0 && record != seen[i]))
                return fmt::format("survivor {} of column {} is not the record that belongs there", first + i,
                                   c);
            if (c == 0) seen.push_back(record);
        }
    }
    std::sort(seen.begin(), seen.end());
    if (std::adjacent_find(seen.begin(), seen.end()) == seen.end()) return {};
    return fmt::format("a record survived twice among those from {} on", first);
}

}  // namespace winnow::measure
