#include "winnow/compact.h"

#include <array>
#include <span>

#include "compact/compactor.h"
#include "compact/glsl_compactors.h"
#include "gl/limits.h"
#include "gl/passes.h"
#include "library/as_a_guest.h"
#include "library/borrowed_buffers.h"
#include "library/context_state.h"
#include "library/ring_words.h"
#include "shaders/shared.h"

namespace winnow {
namespace {

using Columns = std::array<compact::Column, shared::MAX_COLUMNS>;

constexpr std::uint32_t bindings = shared::BIND_COMPACT_TICKETS + 1;  // a compaction binds below this
static_assert(shared::SCAN_BINDINGS <= bindings && shared::BIND_DESTINATION_POOL < bindings);

void require_at_most(const char* what, std::uint64_t value, std::uint64_t most) {
    if (value > most) bad_input("compact: {} {}; {} is the most possible", what, value, most);
}

std::span<const compact::Column> borrowed(const GlCompactRequest& request, library::BorrowedBuffers& buffers,
                                          Columns& columns) {
    if (request.columns == nullptr && request.column_count > 0)
        bad_input("compact: {} columns, and no list of them", request.column_count);
    if (request.column_count > columns.size())
        bad_input("compact: {} columns; 1 to {} are possible", request.column_count, columns.size());
    for (unsigned c = 0; c < request.column_count; ++c) {
        const GlColumn& column = request.columns[c];
        columns[c] = {buffers.buffer("compact: source", column.source),
                      buffers.buffer("compact: destination", column.destination)};
        if (columns[c].source == nullptr || columns[c].destination == nullptr)
            bad_input("compact: column {} is without source or destination", c);
    }
    return std::span(columns).first(request.column_count);
}

}  // namespace

struct GlCompact::State {
    State(const std::shared_ptr<GlContext::State>& lender, const GlCompactOptions& options)
        : context(lender),
          kind(compact::resolve_glsl(lender->facts, options.compaction, options.scan)),
          passes(lender->facts),
          compactor(
              compact::make_glsl_compactor({lender->facts, lender->shaders, passes}, kind, options.scan)) {}

    /// Valid for as long as `buffers` and `columns`.
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

    std::shared_ptr<GlContext::State> context;  // outlives the rest
    Compaction kind;
    gl::Passes passes;
    std::unique_ptr<compact::Compactor> compactor;
    library::RingWords ring;
};

std::string GlCompact::absence(const GlContext& context, const GlCompactOptions& options) {
    return library::translated([&] {
        const Availability limits = gl::meets_limits(gl::Use::programs);
        return limits ? compact::glsl_offers(context.state_->facts, options.compaction, options.scan).reason
                      : limits.reason;
    });
}

GlCompact::GlCompact(const GlContext& context, const GlCompactOptions& options) {
    library::translated([] { gl::require_limits(gl::Use::programs); });  // the bindings that a guest saves
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
