#include "compact/compactor.h"

#include <fmt/format.h>

#include <thread>

#include "base/error.h"
#include "gl/buffer.h"
#include "gl/fence.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

using gl::max_words;

void require_word(const char* what, const gl::Word& location) {
    if (location.buffer == nullptr ||
        std::uint64_t{location.index} >= location.buffer->bytes() / gl::word_bytes)
        bad_input("compact: the {} lies outside its buffer", what);
}

/// Checks that `words` has room for `wanted` words, which hold `bound` of the things that `what` names.
void require_words(const char* what, const gl::Words& words, std::uint32_t bound, std::uint64_t wanted) {
    if (words.buffer == nullptr) bad_input("compact: no buffer of {}", what);
    const std::uint64_t held = words.buffer->bytes() / gl::word_bytes;
    if (words.first > held || wanted > held - words.first)
        bad_input("compact: {} {} from word {} exceed the {} words of their buffer ({})", bound, what,
                  words.first, held, words.buffer->label());
    if (words.first + wanted > max_words)
        bad_input("compact: the {} end at word {} of their buffer; {} is the last possible", what,
                  words.first + wanted, max_words);
}

/// Returns the bytes that the planes of a column take.
std::uint64_t bytes_of(const Column& column, std::uint32_t capacity) {
    return std::uint64_t{capacity} * column.planes * shared::COLUMN_BYTES;
}

void require_column(const Column& column, std::uint32_t capacity) {
    for (const gl::Buffer* buffer : {column.source, column.destination})
        if (buffer == nullptr || buffer->bytes() < bytes_of(column, capacity))
            bad_input("compact: a column is smaller than the capacity of {}{}", capacity,
                      column.planes > 1 ? fmt::format(" in {} planes", column.planes) : "");
}

void require_planes(const Request& request) {
    const std::uint32_t planes = request.columns.back().planes;
    for (const Column& column : request.columns.first(request.columns.size() - 1))
        if (column.planes != 1) bad_input("compact: only the last column may have several planes");
    if (planes == 0 || planes > shared::MAX_PLANES)
        bad_input("compact: a column of {} planes; 1 to {} are possible", planes, shared::MAX_PLANES);
    if (std::uint64_t{planes} * request.capacity > shared::MAX_CAPACITY)
        bad_input("compact: capacity {} in {} planes; 1 to {} are possible", request.capacity, planes,
                  shared::MAX_CAPACITY / planes);
}

/// Compaction never works in place: a destination must be neither read by the request nor written twice.
void require_apart(const Request& request) {
    for (std::size_t c = 0; c < request.columns.size(); ++c) {
        const gl::Buffer* destination = request.columns[c].destination;
        bool shared = destination == request.votes.buffer || destination == request.first.buffer ||
                      destination == request.count.buffer || destination == request.survivors.buffer;
        for (std::size_t other = 0; other < request.columns.size(); ++other)
            shared |= destination == request.columns[other].source ||
                      (other != c && destination == request.columns[other].destination);
        if (shared)
            bad_input("compact: the destination of column {} ({}) is also used elsewhere in the request", c,
                      destination->label());
    }
}

bool lies_in(const gl::Word& place, const gl::Buffer* buffer, std::uint64_t first, std::uint64_t words) {
    return place.buffer == buffer && place.index >= first && place.index - first < words;
}

bool same(const gl::Word& a, const gl::Word& b) {
    return a.buffer == b.buffer && a.index == b.index;
}

/// Checks a word that the run writes: nothing that the run reads may lie there.
void require_own_word(const char* what, const gl::Word& written, const Request& request, VoteFormat format) {
    const std::uint64_t votes = vote_words(format, request.bound);
    bool shared =
        request.fold == nullptr && lies_in(written, request.votes.buffer, request.votes.first, votes);
    for (const Column& column : request.columns)
        shared |= lies_in(written, column.source, 0, bytes_of(column, request.capacity) / gl::word_bytes);
    if (shared)
        bad_input("compact: the {} would overwrite votes or records that are read ({})", what,
                  written.buffer->label());
    for (const gl::Word& read : {request.first, request.count})
        if (same(written, read))
            bad_input("compact: the {} would overwrite the ring's first index or count ({})", what,
                      written.buffer->label());
}

/// The numbers need a buffer of their own, because they are overwritten while the other buffers are read.
void require_own_numbers(const SecondScan& second, const Request& request) {
    const gl::Buffer* numbers = second.numbers.buffer;
    bool shared = numbers == request.votes.buffer;
    for (const gl::Word& place : {request.first, request.count, request.survivors, second.total})
        shared |= numbers == place.buffer;
    for (const Column& column : request.columns)
        shared |= numbers == column.source || numbers == column.destination;
    if (shared)
        bad_input("compact: the buffer of the numbers to scan ({}) is also used elsewhere in the request",
                  numbers->label());
}

void require_second_scan(const SecondScan& second, const Request& request, VoteFormat format) {
    require_words("numbers to scan", second.numbers, request.bound, request.bound);
    require_word("second scan's total", second.total);
    require_own_numbers(second, request);
    require_own_word("second scan's total", second.total, request, format);
    bool shared = same(second.total, request.survivors);
    for (const Column& column : request.columns) shared |= second.total.buffer == column.destination;
    if (shared)
        bad_input("compact: the second scan's total and the survivors would overwrite each other ({})",
                  second.total.buffer->label());
}

}  // namespace

void validate_scattered(const Request& request, VoteFormat format) {
    if (request.columns.empty() || request.columns.size() > shared::MAX_COLUMNS)
        bad_input("compact: {} columns; 1 to {} are possible", request.columns.size(), shared::MAX_COLUMNS);
    if (request.capacity == 0 || request.capacity > shared::MAX_CAPACITY)
        bad_input("compact: capacity {}; 1 to {} are possible", request.capacity, shared::MAX_CAPACITY);
    if (request.bound > request.capacity)
        bad_input("compact: {} votes exceed the capacity of {}", request.bound, request.capacity);
    if (request.fold == nullptr)
        require_words("votes", request.votes, request.bound, vote_words(format, request.bound));
    require_word("ring's first index", request.first);
    require_word("count", request.count);
    require_word("survivors", request.survivors);
    require_planes(request);
    for (const Column& column : request.columns) require_column(column, request.capacity);
    require_apart(request);
    require_own_word("survivors' count", request.survivors, request, format);
    if (request.second_scan) require_second_scan(*request.second_scan, request, format);
}

void validate(const Request& request, VoteFormat format) {
    validate_scattered(request, format);
    if (request.first.buffer != request.count.buffer)
        bad_input("compact: the ring's first index and its count must lie in one buffer");
}

Progress wait(Compactor& compactor) {
    for (const gl::Deadline deadline;; deadline.check()) {
        if (const Progress progress = compactor.progress(); progress != Progress::pending) return progress;
        std::this_thread::yield();
    }
}

}  // namespace winnow::compact
