// Whether the last step was packed right: read back, and compared with what the CPU makes of the same.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "particles/programs.h"
#include "particles/simulation.h"
#include "scan/reference.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t most_records = 1u << 20;  // that are read back; offsets are few words

using Record = std::array<shared::uvec4, shared::PARTICLE_COLUMNS>;

std::array<std::uint32_t, 4> words(const shared::uvec4& v) {
    return {v.x, v.y, v.z, v.w};
}

bool less(const Record& a, const Record& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                        [](const auto& x, const auto& y) { return words(x) < words(y); });
}

bool equal(const Record& a, const Record& b) {
    return std::equal(a.begin(), a.end(), b.begin(),
                      [](const auto& x, const auto& y) { return words(x) == words(y); });
}

/// `count` particles of a ring from its element `first` on.
std::vector<Record> read_records(const ColumnSet& set, std::uint32_t first, std::uint32_t count,
                                 std::uint32_t capacity) {
    std::vector<Record> records(count);
    for (std::size_t c = 0; c < set.columns.size(); ++c) {
        const auto column = read_ring(set.columns[c], first, count, capacity);
        for (std::size_t i = 0; i < records.size(); ++i) records[i][c] = column[i];
    }
    return records;
}

}  // namespace

std::optional<ScanCheck> Simulation::check_scan(bool in_order) {
    if (!settled()) throw std::logic_error("check_scan needs a settled simulation");
    if (!source_is_kept_) return std::nullopt;
    // After the swap the destination is what the last step read: its pool still says how many votes there
    // were.
    const auto pool = destination_.pool.read_all<shared::Pool>(1).front();
    ScanCheck check;
    check.step = next_step_;
    check.votes = std::min(pool.alive, last_bound_);
    if (check.votes == 0) return check;
    if (compactor().stages().offsets.buffer != nullptr) {
        compare_offsets(check);
        return check;
    }
    if (!in_order && check.votes > most_records) return std::nullopt;  // some of them are not comparable
    check.votes = std::min(check.votes, most_records);
    if (!advance_kept_source()) return std::nullopt;
    compare_packed(check, pool.first, in_order);
    return check;
}

/// Offsets are the exclusive scan of the votes, or of the words' popcounts.
void Simulation::compare_offsets(ScanCheck& check) const {
    const gl::Words& offsets = compactor().stages().offsets;
    const auto length = compact::vote_words(compactor().vote_format(), check.votes);
    auto counts = votes_.read_all<std::uint32_t>(length);
    if (compactor().vote_format() == compact::VoteFormat::bits)
        for (std::uint32_t& word : counts) word = static_cast<std::uint32_t>(std::popcount(word));
    const auto found = offsets.buffer->read_all<std::uint32_t>(length, offsets.first * sizeof(std::uint32_t));
    std::vector<std::uint32_t> expected(length);
    scan::reference_scan(scan::Kind::exclusive, counts, expected);
    const auto difference = std::mismatch(expected.begin(), expected.end(), found.begin());
    if (difference.first != expected.end())
        check.first_mismatch = static_cast<std::uint32_t>(difference.first - expected.begin());
}

/// A folded step left its source as it was: advances it by the pass that other compactors have before them,
/// and casts the votes. Whether it is known to be what the step made of it: no edit has come between.
bool Simulation::advance_kept_source() {
    if (source_is_advanced_) return true;
    if (effect_is_edited_) return false;
    const std::uint64_t length = compact::vote_words(compactor().vote_format(), capacity_);
    // What may be refused comes before anything is swapped.
    if (votes_.empty()) votes_ = memory_->allocate(length * sizeof(std::uint32_t), "particles: votes");
    programs_->simulate(compactor().vote_format(), kind_);
    gl::Buffer pool = gl::plain_memory()->allocate(sizeof(shared::Pool), "check");
    std::swap(source_, destination_);
    gl::Buffer living = std::exchange(destination_.pool, std::move(pool));
    simulate();  // what it counts and measures is for nobody
    destination_.pool = std::move(living);
    std::swap(source_, destination_);
    context_.passes.forget(programs_->simulate_pass);  // it is no part of a step
    source_is_advanced_ = true;
    return true;
}

/// The survivors are packed in their order, or in any; if all votes are compared, they are as many. Births
/// may have overwritten the first of them.
void Simulation::compare_packed(ScanCheck& check, std::uint32_t first, bool in_order) const {
    const auto records = read_records(destination_, first, check.votes, capacity_);
    const auto votes = read_votes(check.votes);
    std::vector<Record> expected;
    for (std::size_t i = 0; i < records.size(); ++i)
        if (votes[i]) expected.push_back(records[i]);
    const auto result = source_.pool.read_all<shared::Pool>(1).front();
    const auto length = static_cast<std::uint32_t>(expected.size());
    auto packed = read_records(source_, 0, length, capacity_);
    if (!in_order) {
        std::sort(expected.begin(), expected.end(), less);
        std::sort(packed.begin(), packed.end(), less);
    }
    const auto begin = static_cast<std::ptrdiff_t>(in_order ? std::min(result.replaced, length) : 0);
    const auto difference =
        std::mismatch(expected.begin() + begin, expected.end(), packed.begin() + begin, equal);
    const bool all = check.votes < most_records;
    const bool as_many = all ? length == result.survivors : length <= result.survivors;
    if (difference.first != expected.end() || !as_many)
        check.first_mismatch = static_cast<std::uint32_t>(difference.first - expected.begin());
}

std::vector<bool> Simulation::read_votes(std::uint32_t count) const {
    const bool bits = compactor().vote_format() == compact::VoteFormat::bits;
    const auto stored = votes_.read_all<std::uint32_t>(compact::vote_words(compactor().vote_format(), count));
    std::vector<bool> votes(count);
    for (std::uint32_t i = 0; i < count; ++i)
        votes[i] = bits ? (stored[i / 32] >> (i % 32) & 1) != 0 : stored[i] != 0;
    return votes;
}

}  // namespace winnow::particles
