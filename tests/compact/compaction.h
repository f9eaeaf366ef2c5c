// A compaction to be tried on any compactor, and everything that a compactor promises of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "compact/compactor.h"
#include "compact/reference.h"
#include "support/words.h"

namespace winnow::compact::test {

using winnow::test::poison;
using winnow::test::Words;
using Elements = std::vector<Element>;

inline constexpr std::uint32_t guard_elements = 9;  // behind the capacity of every destination

Elements make_elements(std::size_t count, std::uint32_t seed);
gl::Buffer upload(const Elements& elements, const char* label);

/// A ring with `count` living from `first`, and the votes on them.
struct Case {
    std::uint32_t capacity, first, count, bound;
    Words votes;                        // `count` of them
    std::optional<Words> numbers = {};  // `bound` of them; if there are any, a second scan is of them

    static constexpr std::uint32_t votes_first = 5;  // votes begin at this word of their buffer

    std::uint32_t living() const { return std::min(count, bound); }
};

enum class Who { all, none, first, last, alternating, random, all_but_one, few, clustered };
inline constexpr Who everyone[] = {Who::all,    Who::none,        Who::first, Who::last,     Who::alternating,
                                   Who::random, Who::all_but_one, Who::few,   Who::clustered};

Words make_votes(Who who, std::uint32_t count);

/// The votes as a compactor takes them, with survivors before and behind those that count: whoever looks
/// there moves too much.
Words stored_votes(const Case& c, VoteFormat format);

/// Both sets of columns, and what they held before.
struct Columns {
    Columns(std::uint32_t capacity, std::uint32_t columns);

    std::vector<Column> requested() const;
    /// Column by column: `expected` and behind them what was there before. If `ordered` is not set, whole
    /// records in any order.
    void expect(std::vector<Elements> expected, bool ordered) const;
    void expect_sources_untouched() const;

    std::uint32_t capacity;
    std::vector<Elements> sources, befores;
    std::vector<gl::Buffer> from, to;
};

/// What a second scan works on, and what it must leave there.
class Numbers {
  public:
    /// `numbers` begin at word `first` of their buffer; around them lies poison.
    explicit Numbers(const Words& numbers);

    SecondScan requested() const { return {{&words_, first}, {&total_, 1}}; }
    /// Of the `count` first, which are no more than all.
    void expect_scanned(std::uint32_t count) const;

  private:
    static constexpr std::uint32_t first = 3;

    Words before_;
    gl::Buffer words_, total_;
};

/// Runs `c` over as many columns and checks all that a compactor promises; its order only if it keeps one.
void expect_compacted(Compactor& compactor, const Case& c, std::uint32_t columns, bool ordered = true);

}  // namespace winnow::compact::test
