#include "winnow/compact.h"

#include <array>
#include <span>

#include "compact/compactor.h"
#include "compact/glsl_compactors.h"
#include "gl/limits.h"
#include "gl/passes.h"
#include "library/guest.h"
#include "shaders/shared.h"

namespace winnow {
namespace {

enum Own : std::uint32_t { own_first, own_count, own_survivors, own_words };

/// GPU words that replace the first index, count or survivors of a request without such a place, and that
/// take copies of first index and count if they lie in two buffers: compactors need both on the GPU, in one
/// buffer.
class RingWords {
  public:
    RingWords();

    /// Sets first, count and survivors of `whole`, each to the caller's place or else to a word of this
    /// object. Submits nothing. Throws Error(bad_input) like library::BorrowedBuffers.
    void locate(const GlCompactRequest& request, library::BorrowedBuffers& buffers,
                compact::Request& whole) const;
    /// Brings the located first and count into one buffer.
    /// Precondition: the request is valid except for that.
    void gather(const GlCompactRequest& request, compact::Request& whole) const;

  private:
    void bring(gl::Word& word, std::uint32_t own, std::uint32_t value) const;

    gl::Buffer words_;
};

RingWords::RingWords() : words_(gl::plain_memory()->allocate(own_words * gl::word_bytes, "compact: ring")) {}

void RingWords::locate(const GlCompactRequest& request, library::BorrowedBuffers& buffers,
                       compact::Request& whole) const {
    const auto located = [&](const char* what, GlPlace place, Own own) {
        return place.buffer == 0 ? gl::Word{&words_, own} : buffers.word(what, place);
    };
    whole.first = located("compact: first", request.first, own_first);
    whole.count = located("compact: count", request.count, own_count);
    whole.survivors = located("compact: survivors", request.survivors, own_survivors);
}

void RingWords::gather(const GlCompactRequest& request, compact::Request& whole) const {
    if (whole.first.buffer == whole.count.buffer && whole.first.buffer != &words_) return;
    bring(whole.first, own_first, request.first_index);
    bring(whole.count, own_count, whole.bound);
}

/// Fills or copies on the GPU, in command order, so nothing waits for words that earlier runs still read.
void RingWords::bring(gl::Word& word, std::uint32_t own, std::uint32_t value) const {
    const std::uint64_t to = own * gl::word_bytes;
    if (word.buffer == &words_)
        words_.fill(value, to, gl::word_bytes);
    else
        gl::copy_small(*word.buffer, word.index * gl::word_bytes, words_, to, gl::word_bytes);
    word = {&words_, own};
}

using Columns = std::array<compact::Column, shared::MAX_COLUMNS>;

constexpr std::uint32_t bindings = shared::BIND_COMPACT_TICKETS + 1;  // a compaction binds only below this
static_assert(shared::SCAN_BINDINGS <= bindings && shared::BIND_DESTINATION_POOL < bindings);

void require_at_most(const char* what, std::uint64_t value, std::uint64_t most) {
    if (value > most) bad_input("compact: {} {}; {} is the most possible", what, value, most);
}

std::span<const compact::Column> borrowed(const GlCompactRequest& request, library::BorrowedBuffers& buffers,
                                          Columns& columns) {
    if (request.columns == nullptr && request.column_count > 0)
        bad_input("compact: {} columns, but the list of columns is null", request.column_count);
    if (request.column_count > columns.size())
        bad_input("compact: {} columns; 1 to {} are possible", request.column_count, columns.size());
    for (unsigned c = 0; c < request.column_count; ++c) {
        const GlColumn& column = request.columns[c];
        columns[c] = {buffers.buffer("compact: source", column.source),
                      buffers.buffer("compact: destination", column.destination)};
        if (columns[c].source == nullptr || columns[c].destination == nullptr)
            bad_input("compact: column {} has no source or no destination", c);
    }
    return std::span(columns).first(request.column_count);
}

}  // namespace

struct GlCompact::State {
    State(const std::shared_ptr<GlContext::State>& owner, const GlCompactOptions& options)
        : context(owner),
          kind(compact::resolve_glsl(owner->facts, options.compaction, options.scan)),
          passes(owner->facts),
          compactor(
              compact::make_glsl_compactor({owner->facts, owner->shaders, passes}, kind, options.scan)) {}

    /// Returns the request in the types of compact::Compactor. It is valid as long as `buffers` and `columns`
    /// are.
    compact::Request whole(const GlCompactRequest& request, library::BorrowedBuffers& buffers,
                           Columns& columns) const {
        require_at_most("capacity", request.capacity, shared::MAX_CAPACITY);
        require_at_most("bound", request.bound, shared::MAX_CAPACITY);
        compact::Request whole;
        whole.columns = borrowed(request, buffers, columns);
        whole.capacity = static_cast<std::uint32_t>(request.capacity);
        whole.bound = static_cast<std::uint32_t>(request.bound);
        whole.votes = buffers.words("compact: votes", request.votes);
        ring.locate(request, buffers, whole);
        compact::validate_scattered(whole, compactor->vote_format());
        return whole;
    }

    std::shared_ptr<GlContext::State> context;  // outlives the other members
    Compaction kind;
    gl::Passes passes;
    std::unique_ptr<compact::Compactor> compactor;
    RingWords ring;
};

std::string GlCompact::absence(const GlContext& context, const GlCompactOptions& options) {
    return library::translated([&] {
        const Availability limits = gl::meets_limits(gl::Use::programs);
        return limits ? compact::glsl_offers(context.state_->facts, options.compaction, options.scan).reason
                      : limits.reason;
    });
}

GlCompact::GlCompact(const GlContext& context, const GlCompactOptions& options) {
    library::translated([] { gl::require_limits(gl::Use::programs); });  // the bindings that SavedState reads
    library::as_a_guest(bindings, [&] { state_ = std::make_unique<State>(context.state_, options); });
}

GlCompact::GlCompact(GlCompact&&) noexcept = default;
GlCompact& GlCompact::operator=(GlCompact&&) noexcept = default;
GlCompact::~GlCompact() = default;

Compaction GlCompact::compaction() const {
    return state_->kind;
}

VoteFormat GlCompact::vote_format() const {
    return state_->compactor->vote_format();
}

void GlCompact::reserve(std::uint64_t bound) {
    library::as_a_guest(bindings, [&] {
        require_at_most("bound", bound, shared::MAX_CAPACITY);
        state_->compactor->reserve(static_cast<std::uint32_t>(bound));
    });
}

void GlCompact::run(const GlCompactRequest& request) {
    library::run_as_a_guest(bindings, [&] {
        library::BorrowedBuffers buffers;
        Columns columns;
        compact::Request whole = state_->whole(request, buffers, columns);
        state_->ring.gather(request, whole);
        state_->compactor->run(whole);
    });
}

}  // namespace winnow
