// Checks the last step: reads back what the step packed and compares it with the result of the CPU.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "particles/simulation.h"
#include "scan/reference_scan.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t max_records = 1u << 20;  // most records that are read back; offsets take fewer words

/// The elements of a particle, the last of which may be 0.
template <std::size_t elements>
using Record = std::array<shared::uvec4, elements>;
constexpr std::size_t few_elements = shared::MAX_PARTICLE_COLUMNS,
                      max_elements = shared::PARTICLE_COLUMNS + shared::MAX_PLANES;

std::array<std::uint32_t, 4> words(const shared::uvec4& v) {
    return {v.x, v.y, v.z, v.w};
}

constexpr auto less = [](const auto& a, const auto& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                        [](const auto& x, const auto& y) { return words(x) < words(y); });
};

constexpr auto equal = [](const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(),
                      [](const auto& x, const auto& y) { return words(x) == words(y); });
};

/// Reads `count` particles of a ring from its element `first` on.
template <std::size_t elements>
std::vector<Record<elements>> read_records(const ColumnSet& set, std::uint32_t first, std::uint32_t count,
                                           std::uint32_t capacity) {
    std::vector<Record<elements>> records(count);
    for (std::size_t c = 0; c < set.elements(); ++c) {
        const auto column = read_ring(set, c, first, count, capacity);
        for (std::size_t i = 0; i < records.size(); ++i) records[i][c] = column[i];
    }
    return records;
}

std::vector<bool> read_votes(const gl::Buffer& votes, compact::VoteFormat format, std::uint32_t count) {
    const auto stored = votes.read_all<std::uint32_t>(compact::vote_words(format, count));
    std::vector<bool> read(count);
    for (std::uint32_t i = 0; i < count; ++i)
        read[i] =
            format == compact::VoteFormat::bits ? (stored[i / 32] >> (i % 32) & 1) != 0 : stored[i] != 0;
    return read;
}

/// Returns the index of the first offset that differs from the exclusive scan of the votes, or of the words'
/// popcounts.
std::optional<std::uint32_t> find_wrong_offset(const gl::Words& offsets, const gl::Buffer& votes,
                                               compact::VoteFormat format, std::uint32_t count) {
    const auto length = compact::vote_words(format, count);
    auto counts = votes.read_all<std::uint32_t>(length);
    if (format == compact::VoteFormat::bits)
        for (std::uint32_t& word : counts) word = static_cast<std::uint32_t>(std::popcount(word));
    const auto found = offsets.buffer->read_all<std::uint32_t>(length, offsets.first * sizeof(std::uint32_t));
    std::vector<std::uint32_t> expected(length);
    scan::reference_scan(scan::Kind::exclusive, counts, expected);
    const auto difference = std::mismatch(expected.begin(), expected.end(), found.begin());
    if (difference.first == expected.end()) return std::nullopt;
    return static_cast<std::uint32_t>(difference.first - expected.begin());
}

/// Compares the survivors that the CPU expects among the first `votes.size()` particles of the destination
/// with those in the source, in order or sorted. Returns the index of the first difference. If all votes are
/// compared, the numbers of survivors must be equal too. Skips the first survivors if births have replaced
/// them.
template <std::size_t elements>
std::optional<std::uint32_t> find_wrong_survivor(const Storage& storage, const std::vector<bool>& votes,
                                                 std::uint32_t first, bool in_order) {
    const auto count = static_cast<std::uint32_t>(votes.size());
    const auto records = read_records<elements>(storage.destination, first, count, storage.capacity);
    std::vector<Record<elements>> expected;
    for (std::size_t i = 0; i < records.size(); ++i)
        if (votes[i]) expected.push_back(records[i]);
    const shared::Pool result = storage.source.read_pool();
    const auto length = static_cast<std::uint32_t>(expected.size());
    auto packed = read_records<elements>(storage.source, 0, length, storage.capacity);
    if (!in_order) {
        std::sort(expected.begin(), expected.end(), less);
        std::sort(packed.begin(), packed.end(), less);
    }
    const auto begin = static_cast<std::ptrdiff_t>(in_order ? std::min(result.replaced, length) : 0);
    const auto difference =
        std::mismatch(expected.begin() + begin, expected.end(), packed.begin() + begin, equal);
    const bool as_many = count < max_records ? length == result.survivors : length <= result.survivors;
    if (difference.first == expected.end() && as_many) return std::nullopt;
    return static_cast<std::uint32_t>(difference.first - expected.begin());
}

}  // namespace

std::optional<StepCheck> Simulation::check_step(bool in_order) {
    if (!settled()) throw std::logic_error("check_step needs a settled simulation");
    if (!last_input_.is_kept || !can_advance_last_input()) return std::nullopt;
    const shared::Pool pool = setup_.storage->destination.read_pool();  // pool of the particles that voted
    const compact::VoteFormat format = setup_.vote_format();
    StepCheck check;
    check.step = next_step_;
    check.votes = std::min(pool.alive, last_input_.bound);
    if (check.votes == 0) return check;
    if (const gl::Words offsets = setup_.compactors.active().stages().offsets; offsets.buffer != nullptr) {
        check.first_mismatch = find_wrong_offset(offsets, *setup_.votes, format, check.votes);
        return check;
    }
    if (!in_order && check.votes > max_records) return std::nullopt;  // a part alone cannot be compared
    check.votes = std::min(check.votes, max_records);
    advance_last_input();
    const auto& find = setup_.storage->source.elements() > few_elements ? find_wrong_survivor<max_elements>
                                                                        : find_wrong_survivor<few_elements>;
    check.first_mismatch =
        find(*setup_.storage, read_votes(*setup_.votes, format, check.votes), pool.first, in_order);
    return check;
}

bool Simulation::can_advance_last_input() const {
    return last_input_.is_advanced || !last_input_.is_seen_anew;
}

/// A folded step leaves its input unchanged, but for the particles that it peels: this runs the pass that
/// precedes other compactors, which advances the others and casts the votes.
void Simulation::advance_last_input() {
    if (last_input_.is_advanced) return;
    setup_.ensure_votes();
    bind();
    setup_.storage->destination.bind_source();
    setup_.storage->spare_pool.bind_storage(shared::BIND_DESTINATION_POOL);
    simulate(setup_.storage->destination, last_input_.is_peeled);
    last_input_.is_advanced = true;
}

}  // namespace winnow::particles
