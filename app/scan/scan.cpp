#include "scan/scan.h"
#include "base/error.h"
#include "gl/buffer.h"

namespace winnow::scan {
namespace {

constexpr std::uint64_t max_elements = 0xFFFFFFFF;

/// Returns the words per element.
std::uint64_t words_of(ScanType type) {
    return bytes_of(type.element) / gl::word_bytes;
}

void require_range(const char* what, const gl::Words& words, std::uint64_t bound, ScanType type) {
    if (bound == 0) return;
    if (words.buffer == nullptr) bad_input("scan: no {} buffer", what);
    const std::uint64_t each = words_of(type);
    if (words.first % each != 0)
        bad_input(
            "scan: the {} begins at word {} of its buffer ({}); elements of {} words begin at multiples",
            what, words.first, words.buffer->label(), each);
    const std::uint64_t held = words.buffer->bytes() / gl::word_bytes / each, first = words.first / each;
    if (first > held || bound > held - first)
        bad_input("scan: {} elements from {} exceed the {} elements of the {} buffer ({})", bound, first,
                  held, what, words.buffer->label());
    const std::uint64_t end = words.first + bound * each;
    if (end > gl::max_words)
        bad_input("scan: the {} ends at word {} of its buffer ({}); {} is the last possible", what, end,
                  words.buffer->label(), gl::max_words);
}

/// Input and output must be the same or disjoint, because tiles are written while others are still to be
/// read.
void require_same_or_apart(const Request& request, ScanType type) {
    const std::uint64_t words = request.bound * words_of(type);
    const gl::Words& input = request.input;
    const gl::Words& output = request.output;
    if (request.bound == 0 || input.buffer != output.buffer || input.first == output.first) return;
    if (input.first < output.first + words && output.first < input.first + words)
        bad_input(
            "scan: input and output overlap, from {} and {} of one buffer ({}); they must be the same or "
            "apart",
            input.first, output.first, input.buffer->label());
}

/// Checks the place of the count (one word, read by every pass) or of the total (one element, written by one
/// pass).
void require_place(const char* what, const gl::Word& location, std::uint64_t words, const Request& request,
                   ScanType type) {
    if (location.buffer == nullptr) return;
    const std::uint64_t index = location.index, held = location.buffer->bytes() / gl::word_bytes;
    if (index >= held || words > held - index)
        bad_input("scan: the {} lies outside its buffer ({})", what, location.buffer->label());
    if (index % words != 0)
        bad_input("scan: the {} lies at word {} of its buffer ({}); it must be even", what, index,
                  location.buffer->label());
    const gl::Words& output = request.output;
    const std::uint64_t output_end = output.first + request.bound * words_of(type);
    if (location.buffer == output.buffer && index < output_end && output.first < index + words)
        bad_input("scan: the {} lies within the output ({})", what, location.buffer->label());
}

}  // namespace

void validate(const Request& request, ScanType type) {
    if (request.bound > max_elements)
        bad_input("scan: {} elements exceed the limit of {}", request.bound, max_elements);
    require_range("input", request.input, request.bound, type);
    require_range("output", request.output, request.bound, type);
    require_same_or_apart(request, type);
    require_place("count", request.count, 1, request, type);
    require_place("total", request.total, words_of(type), request, type);
    const std::uint64_t count = request.count.index, total = request.total.index;
    if (request.count.buffer != nullptr && request.count.buffer == request.total.buffer && count >= total &&
        count < total + words_of(type))
        bad_input("scan: count and total are the same word of {}", request.count.buffer->label());
}

}  // namespace winnow::scan
