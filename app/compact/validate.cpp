#include "compact/validate.h"

#include "base/error.h"
#include "shaders/shared.h"

namespace winnow::compact {
namespace {

constexpr std::uint64_t word = 4;
constexpr std::uint64_t most_words = std::uint64_t{1} << 32;  // an index of a word has 32 bits on the GPU

void require_word(const char* what, const gl::Word& location) {
    if (location.buffer == nullptr || std::uint64_t{location.index} >= location.buffer->bytes() / word)
        bad_input("compact: the {} lies outside its buffer", what);
}

void require_votes(const gl::Words& votes, std::uint32_t bound, VoteFormat format) {
    if (votes.buffer == nullptr) bad_input("compact: no buffer of votes");
    const std::uint64_t held = votes.buffer->bytes() / word, wanted = vote_words(format, bound);
    if (votes.first > held || wanted > held - votes.first)
        bad_input("compact: {} votes from word {} exceed the {} words of their buffer ({})", bound,
                  votes.first, held, votes.buffer->label());
    if (votes.first + wanted > most_words)
        bad_input("compact: the votes end at word {} of their buffer; {} is the last possible",
                  votes.first + wanted, most_words);
}

void require_column(const Column& column, std::uint32_t capacity) {
    const std::uint64_t bytes = std::uint64_t{capacity} * shared::COLUMN_BYTES;
    for (const gl::Buffer* buffer : {column.source, column.destination})
        if (buffer == nullptr || buffer->bytes() < bytes)
            bad_input("compact: a column is smaller than the capacity of {}", capacity);
}

/// Nothing is packed in place: what is written must not be what is still to be read, or written twice.
void require_apart(const Request& request) {
    for (std::size_t c = 0; c < request.columns.size(); ++c) {
        const gl::Buffer* destination = request.columns[c].destination;
        bool shared = destination == request.votes.buffer || destination == request.first.buffer ||
                      destination == request.count.buffer || destination == request.survivors.buffer;
        for (std::size_t other = 0; other < request.columns.size(); ++other)
            shared |= destination == request.columns[other].source ||
                      (other != c && destination == request.columns[other].destination);
        if (shared)
            bad_input("compact: the destination of column {} ({}) has another part in the request too", c,
                      destination->label());
    }
}

bool lies_in(const gl::Word& place, const gl::Buffer* buffer, std::uint64_t first, std::uint64_t words) {
    return place.buffer == buffer && place.index >= first && place.index - first < words;
}

void require_own_word(const Request& request, VoteFormat format) {
    const gl::Word& survivors = request.survivors;
    const std::uint64_t votes = vote_words(format, request.bound);
    bool shared =
        request.fold == nullptr && lies_in(survivors, request.votes.buffer, request.votes.first, votes);
    const std::uint64_t words = std::uint64_t{request.capacity} * (shared::COLUMN_BYTES / word);
    for (const Column& column : request.columns) shared |= lies_in(survivors, column.source, 0, words);
    if (shared)
        bad_input("compact: the survivors' count would overwrite votes or records that are read ({})",
                  survivors.buffer->label());
    for (const gl::Word& read : {request.first, request.count})
        if (survivors.buffer == read.buffer && survivors.index == read.index)
            bad_input("compact: the survivors' count would overwrite what describes the ring ({})",
                      survivors.buffer->label());
}

}  // namespace

void validate_scattered(const Request& request, VoteFormat format) {
    if (request.columns.empty() || request.columns.size() > shared::MAX_COLUMNS)
        bad_input("compact: {} columns; 1 to {} are possible", request.columns.size(), shared::MAX_COLUMNS);
    if (request.capacity == 0 || request.capacity > shared::MAX_CAPACITY)
        bad_input("compact: capacity {}; 1 to {} are possible", request.capacity, shared::MAX_CAPACITY);
    if (request.bound > request.capacity)
        bad_input("compact: {} votes exceed the capacity of {}", request.bound, request.capacity);
    if (request.fold == nullptr) require_votes(request.votes, request.bound, format);
    require_word("ring's first index", request.first);
    require_word("count", request.count);
    require_word("survivors", request.survivors);
    for (const Column& column : request.columns) require_column(column, request.capacity);
    require_apart(request);
    require_own_word(request, format);
}

void validate(const Request& request, VoteFormat format) {
    validate_scattered(request, format);
    if (request.first.buffer != request.count.buffer)
        bad_input("compact: the ring's first index and its count must lie in one buffer");
}

}  // namespace winnow::compact
