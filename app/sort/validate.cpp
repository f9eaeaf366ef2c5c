#include <array>

#include "base/error.h"
#include "gl/words.h"
#include "sort/radix_sort.h"

namespace winnow::sort {
namespace {

constexpr std::uint64_t most_pairs = std::uint64_t{1} << 31;  // a tile's end must have an index too
constexpr std::uint32_t key_bits = 32, half_key_bits = 16;

struct Range {
    const char* what;
    gl::Words words;
};

using Ranges = std::array<Range, 4>;

Ranges ranges_of(const Request& r) {
    return {Range{"keys", r.pairs.keys}, Range{"values", r.pairs.values},
            Range{"scratch of the keys", r.scratch.keys}, Range{"scratch of the values", r.scratch.values}};
}

void require_range(const Range& range, std::uint64_t bound) {
    const auto& [what, words] = range;
    if (words.buffer == nullptr) bad_input("sort: no buffer for the {}", what);
    const std::uint64_t held = words.buffer->bytes() / gl::word_bytes;
    if (words.first > held || bound > held - words.first || words.first + bound > gl::most_words)
        bad_input("sort: {} words from {} for the {} exceed the {} words of the buffer ({})", bound,
                  words.first, what, held, words.buffer->label());
}

void require_apart(const Range& a, const Range& b, std::uint64_t bound) {
    if (a.words.buffer != b.words.buffer) return;
    if (a.words.first < b.words.first + bound && b.words.first < a.words.first + bound)
        bad_input("sort: the {} and the {} overlap, from {} and {} of one buffer ({}); they must be apart",
                  a.what, b.what, a.words.first, b.words.first, a.words.buffer->label());
}

void require_count(const gl::Word& count, const Ranges& ranges, std::uint64_t bound) {
    if (count.buffer == nullptr) return;
    if (count.index >= count.buffer->bytes() / gl::word_bytes)
        bad_input("sort: the count lies outside its buffer ({})", count.buffer->label());
    for (const Range& range : ranges)
        if (count.buffer == range.words.buffer && count.index >= range.words.first &&
            count.index - range.words.first < bound)
            bad_input("sort: the count lies within the {} ({})", range.what, count.buffer->label());
}

}  // namespace

void validate(const Request& request) {
    if (request.bits != half_key_bits && request.bits != key_bits)
        bad_input("sort: must order by 16 or 32 bits of the keys, not {}", request.bits);
    if (request.first_bit > key_bits - request.bits)
        bad_input("sort: {} bits from bit {} are beyond the keys' 32", request.bits, request.first_bit);
    if (request.bound > most_pairs)
        bad_input("sort: {} pairs exceed the limit of {}", request.bound, most_pairs);
    if (request.bound == 0) return;
    const Ranges ranges = ranges_of(request);
    for (const Range& range : ranges) require_range(range, request.bound);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) require_apart(ranges[k], ranges[i], request.bound);
    require_count(request.count, ranges, request.bound);
}

}  // namespace winnow::sort
