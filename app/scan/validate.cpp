#include "base/error.h"
#include "scan/scan.h"

namespace winnow::scan {
namespace {

constexpr std::uint64_t word = 4;
constexpr std::uint64_t most_elements = 0xFFFFFFFF;
constexpr std::uint64_t most_words = most_elements + 1;  // an index of a word has 32 bits on the GPU

void require_range(const char* what, const gl::Words& words, std::uint64_t bound) {
    if (bound == 0) return;
    if (words.buffer == nullptr) bad_input("scan: no {} buffer", what);
    const std::uint64_t held = words.buffer->bytes() / word;
    if (words.first > held || bound > held - words.first)
        bad_input("scan: {} elements from {} exceed the {} elements of the {} buffer ({})", bound,
                  words.first, held, what, words.buffer->label());
    if (words.first + bound > most_words)
        bad_input("scan: the {} ends at word {} of its buffer ({}); {} is the last possible", what,
                  words.first + bound, words.buffer->label(), most_words);
}

/// Tiles are written while others are still to be read.
void require_same_or_apart(const Request& request) {
    const gl::Words& input = request.input;
    const gl::Words& output = request.output;
    if (request.bound == 0 || input.buffer != output.buffer || input.first == output.first) return;
    if (input.first < output.first + request.bound && output.first < input.first + request.bound)
        bad_input(
            "scan: input and output overlap, from {} and {} of one buffer ({}); they must be the same or "
            "apart",
            input.first, output.first, input.buffer->label());
}

/// The count is read by every pass, the total written by one of them.
void require_word(const char* what, const gl::Word& location, const Request& request) {
    if (location.buffer == nullptr) return;
    const std::uint64_t index = location.index;
    if (index >= location.buffer->bytes() / word)
        bad_input("scan: the {} lies outside its buffer ({})", what, location.buffer->label());
    const gl::Words& output = request.output;
    if (location.buffer == output.buffer && index >= output.first && index - output.first < request.bound)
        bad_input("scan: the {} lies within the output ({})", what, location.buffer->label());
}

}  // namespace

void validate(const Request& request) {
    if (request.bound > most_elements)
        bad_input("scan: {} elements exceed the limit of {}", request.bound, most_elements);
    require_range("input", request.input, request.bound);
    require_range("output", request.output, request.bound);
    require_same_or_apart(request);
    require_word("count", request.count, request);
    require_word("total", request.total, request);
    if (request.count.buffer != nullptr && request.count.buffer == request.total.buffer &&
        request.count.index == request.total.index)
        bad_input("scan: count and total are the same word of {}", request.count.buffer->label());
}

}  // namespace winnow::scan
