#include "base/error.h"
#include "compact/compactor.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

constexpr std::uint64_t word = 4;

void require_word(const char* what, const gl::Word& location) {
    if (location.buffer == nullptr || std::uint64_t{location.index} >= location.buffer->bytes() / word)
        bad_input("compact: the {} lies outside its buffer", what);
}

void require_column(const Column& column, std::uint32_t capacity) {
    const std::uint64_t bytes = std::uint64_t{capacity} * shared::COLUMN_BYTES;
    for (const gl::Buffer* buffer : {column.source, column.destination})
        if (buffer == nullptr || buffer->bytes() < bytes)
            bad_input("compact: a column is smaller than the capacity of {}", capacity);
    if (column.source == column.destination) bad_input("compact: a column cannot be packed in place");
}

}  // namespace

void validate(const Request& request) {
    if (request.columns.empty() || request.columns.size() > shared::MAX_COLUMNS)
        bad_input("compact: {} columns; 1 to {} are possible", request.columns.size(), shared::MAX_COLUMNS);
    if (request.capacity == 0 || request.capacity > shared::MAX_CAPACITY)
        bad_input("compact: capacity {}; 1 to {} are possible", request.capacity, shared::MAX_CAPACITY);
    if (request.bound > request.capacity)
        bad_input("compact: {} votes exceed the capacity of {}", request.bound, request.capacity);
    if (request.votes.buffer == nullptr ||
        request.votes.first + request.bound > request.votes.buffer->bytes() / word)
        bad_input("compact: {} votes exceed their buffer", request.bound);
    require_word("ring's first index", request.first);
    require_word("count", request.count);
    require_word("survivors", request.survivors);
    if (request.first.buffer != request.count.buffer)
        bad_input("compact: the ring's first index and its count must lie in one buffer");
    for (const Column& column : request.columns) require_column(column, request.capacity);
}

}  // namespace winnow::compact
