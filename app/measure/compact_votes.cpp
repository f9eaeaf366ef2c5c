#include "measure/compact_votes.h"

#include <algorithm>

#include "shaders/shared.h"
#include "verify/inputs.h"

namespace winnow::measure {
namespace {

constexpr std::uint64_t sector_bytes = 32;  // what NVIDIA's memory hands out at least
constexpr std::uint64_t records_in_a_sector = sector_bytes / shared::COLUMN_BYTES;
constexpr std::uint32_t word_bits = 32;

}  // namespace

std::vector<std::uint32_t> make_votes(verify::VoteSpread spread, std::uint32_t percent, std::uint32_t seed,
                                      std::uint64_t records) {
    constexpr std::uint64_t words = std::uint64_t{1} << 32, whole = 100;
    const std::uint64_t below = words * percent / whole;
    const std::uint64_t together = spread == verify::VoteSpread::clustered ? vote_cluster : 1;
    std::vector<std::uint32_t> votes(records);
    for (std::uint64_t first = 0; first < records; first += together) {
        const std::uint32_t vote = verify::random_word(seed, first / together) < below ? 1 : 0;
        const std::uint64_t end = std::min(first + together, records);
        std::fill(votes.begin() + static_cast<std::ptrdiff_t>(first),
                  votes.begin() + static_cast<std::ptrdiff_t>(end), vote);
    }
    return votes;
}

std::vector<std::uint32_t> pack_votes(std::span<const std::uint32_t> votes) {
    std::vector<std::uint32_t> bits(compact::vote_words(compact::VoteFormat::bits, votes.size()));
    for (std::size_t i = 0; i < votes.size(); ++i) bits[i / word_bits] |= votes[i] << i % word_bits;
    return bits;
}

std::vector<std::uint32_t> survivors_of(std::span<const std::uint32_t> votes) {
    std::vector<std::uint32_t> indices;
    for (std::size_t i = 0; i < votes.size(); ++i)
        if (votes[i] != 0) indices.push_back(static_cast<std::uint32_t>(i));
    return indices;
}

std::uint64_t compact_floor_bytes(std::span<const std::uint32_t> votes, compact::VoteFormat format,
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

}  // namespace winnow::measure
