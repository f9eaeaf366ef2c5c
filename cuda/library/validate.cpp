#include "cuda/library/validate.h"

#include "base/error.h"
#include "cuda/compact/device_compaction.h"
#include "library/translate.h"

namespace winnow::library {

namespace {

constexpr std::uint64_t max_elements = 0xFFFFFFFF;

void require_memory(const char* what, const void* pointer, std::uint64_t bound) {
    if (bound > 0 && pointer == nullptr) bad_input("scan: no {} memory", what);
}

constexpr std::uint64_t word = sizeof(std::uint32_t);

Range word_at(const std::uint32_t* pointer) {
    return {pointer, word};
}

void require_sizes(const CudaCompactRequest& request) {
    if (request.columns == nullptr || request.column_count == 0 || request.column_count > shared::MAX_COLUMNS)
        bad_input("compact: {} columns; 1 to {} are possible", request.column_count, shared::MAX_COLUMNS);
    if (request.capacity == 0 || request.capacity > cuda::MAX_RECORDS)
        bad_input("compact: capacity {}; 1 to {} are possible", request.capacity, cuda::MAX_RECORDS);
    if (request.bound > request.capacity)
        bad_input("compact: {} votes exceed the capacity of {}", request.bound, request.capacity);
}

void require_words(const CudaCompactRequest& request, const Range& votes) {
    if (request.votes == nullptr && request.bound > 0) bad_input("compact: no memory of votes");
    if (request.survivors == nullptr) bad_input("compact: no memory for the survivors' count");
    require_aligned("compact", "votes", request.votes, word);
    require_aligned("compact", "ring's first index", request.first, word);
    require_aligned("compact", "count", request.count, word);
    require_aligned("compact", "survivors' count", request.survivors, word);
    const Range survivors = word_at(request.survivors);
    if (meet(survivors, votes) || meet(survivors, word_at(request.first)) ||
        meet(survivors, word_at(request.count)))
        bad_input("compact: the survivors' count would overwrite votes or the ring's first index or count");
}

void require_column(const CudaColumn& column) {
    if (column.source == nullptr || column.destination == nullptr)
        bad_input("compact: a column has no source or no destination memory");
    require_aligned("compact", "source", column.source, shared::COLUMN_BYTES);
    require_aligned("compact", "destination", column.destination, shared::COLUMN_BYTES);
}

/// Compaction never works in place: a destination must be neither read by the request nor written twice.
void require_apart(const CudaCompactRequest& request, const Range& votes) {
    const std::uint64_t bytes = request.capacity * shared::COLUMN_BYTES;
    for (unsigned c = 0; c < request.column_count; ++c) {
        const Range destination(request.columns[c].destination, bytes);
        bool shared = meet(destination, votes) || meet(destination, word_at(request.first)) ||
                      meet(destination, word_at(request.count)) ||
                      meet(destination, word_at(request.survivors));
        for (unsigned other = 0; other < request.column_count; ++other)
            shared |= meet(destination, {request.columns[other].source, bytes}) ||
                      (other != c && meet(destination, {request.columns[other].destination, bytes}));
        if (shared)
            bad_input("compact: the destination of column {} overlaps another part of the request", c);
    }
}

}  // namespace

void validate(const CudaScanRequest& request, ScanType type) {
    require_known(request.kind);
    if (request.bound > max_elements)
        bad_input("scan: {} elements exceed the limit of {}", request.bound, max_elements);
    const std::uint64_t element = bytes_of(type.element), bytes = request.bound * element;
    require_memory("input", request.input, request.bound);
    require_memory("output", request.output, request.bound);
    require_aligned("scan", "input", request.input, element);
    require_aligned("scan", "output", request.output, element);
    require_aligned("scan", "count", request.count, sizeof *request.count);
    require_aligned("scan", "total", request.total, element);
    const Range input(request.input, bytes), output(request.output, bytes);
    const Range count(request.count, sizeof *request.count), total(request.total, element);
    if (request.input != request.output && meet(input, output))
        bad_input("scan: input and output overlap; they must be the same or apart");
    if (meet(count, output)) bad_input("scan: the count lies within the output");
    if (meet(total, output)) bad_input("scan: the total lies within the output");
    if (meet(count, total)) bad_input("scan: count and total overlap");
}

void validate(const CudaCompactRequest& request, VoteFormat format) {
    require_sizes(request);
    const Range votes(request.votes, vote_words(format, request.bound) * word);
    require_words(request, votes);
    for (unsigned c = 0; c < request.column_count; ++c) require_column(request.columns[c]);
    require_apart(request, votes);
}

}  // namespace winnow::library
