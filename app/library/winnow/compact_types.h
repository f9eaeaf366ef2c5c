// The types of compaction in Winnow's libraries: the votes and the ways to pack survivors. C++17; needs only
// the standard library. Included by the compactors' headers for OpenGL and CUDA.
#pragma once

#include <cstdint>

namespace winnow {

/// The algorithm that packs the survivors. All but `atomic` keep their order, and give the same result to the
/// bit.
enum class Compaction {
    automatic,  // the fastest that keeps order
    staged,     // one word per vote, scanned, then every column moved
    bits,       // one bit per vote, a scan over the words' popcounts, then every column moved
    fused,      // votes, scan and move in one pass that looks back
    atomic,     // appended by an atomic counter: the order differs from run to run
};

/// The storage of votes, by logical index; 1 = survives, 0 = does not.
enum class VoteFormat {
    words,  // vote i is word i
    bits,   // vote i is bit i % 32 of word i / 32; bits from the count on are ignored
};

/// Returns the number of words that `votes` votes take.
constexpr std::uint64_t vote_words(VoteFormat format, std::uint64_t votes) {
    return format == VoteFormat::words ? votes : (votes + 31) / 32;
}

}  // namespace winnow
