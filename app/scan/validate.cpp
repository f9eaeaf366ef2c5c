#include "base/error.h"
#include "scan/scan.h"

namespace winnow::scan {
namespace {

constexpr std::uint64_t word = 4;
constexpr std::uint64_t most_elements = 0xFFFFFFFF;  // indices are 32 bits on the GPU

void require_range(const char* what, const gl::Words& words, std::uint64_t bound) {
    if (bound == 0) return;
    if (words.buffer == nullptr) bad_input("scan: no {} buffer", what);
    const std::uint64_t held = words.buffer->bytes() / word;
    if (words.first > held || bound > held - words.first)
        bad_input("scan: {} elements from {} exceed the {} elements of the {} buffer ({})", bound, words.first,
                  held, what, words.buffer->label());
}

void require_word(const char* what, const gl::Word& location) {
    if (location.buffer == nullptr) return;
    if (std::uint64_t{location.index} >= location.buffer->bytes() / word)
        bad_input("scan: the {} lies outside its buffer ({})", what, location.buffer->label());
}

}  // namespace

void validate(const Request& request) {
    if (request.bound > most_elements)
        bad_input("scan: {} elements exceed the limit of {}", request.bound, most_elements);
    require_range("input", request.input, request.bound);
    require_range("output", request.output, request.bound);
    require_word("count", request.count);
    require_word("total", request.total);
}

}  // namespace winnow::scan
