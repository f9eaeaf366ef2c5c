#include <utility>

#include "gl/barrier.h"
#include "library/as_a_guest.h"
#include "library/borrowed_buffers.h"
#include "library/context_state.h"
#include "scan/glsl_scan.h"
#include "shaders/shared.h"

namespace winnow {
namespace {

template <typename Work>
void as_a_guest(Work&& work) {
    library::as_a_guest(shared::SCAN_BINDINGS, work);
}

scan::Request borrowed(const GlScanRequest& request, library::BorrowedBuffers& buffers) {
    scan::Request whole;
    whole.kind = request.kind;
    whole.bound = request.bound;
    whole.input = buffers.words("scan: input", request.input);
    whole.output = buffers.words("scan: output", request.output);
    whole.count = buffers.word("scan: count", request.count);
    whole.total = buffers.word("scan: total", request.total);
    return whole;
}

}  // namespace

struct GlScan::State {
    std::shared_ptr<GlContext::State> context;  // outlives the scan
    ScanChoice choice;
    std::unique_ptr<scan::Scan> scan;
};

GlScan::GlScan(const GlContext& context, ScanChoice choice, ScanType type)
    : state_(std::make_unique<State>(State{context.state_, context.resolve(choice), nullptr})) {
    as_a_guest([&] {
        GlContext::State& lender = *context.state_;
        state_->scan = scan::make_glsl_scan(lender.facts, lender.shaders, state_->choice, type);
    });
}

GlScan::GlScan(GlScan&&) noexcept = default;
GlScan& GlScan::operator=(GlScan&&) noexcept = default;
GlScan::~GlScan() = default;

ScanChoice GlScan::choice() const {
    return state_->choice;
}

ScanType GlScan::type() const {
    return state_->scan->type();
}

void GlScan::reserve(std::uint64_t bound) {
    as_a_guest([&] { state_->scan->reserve(bound); });
}

void GlScan::run(const GlScanRequest& request) {
    as_a_guest([&] {
        library::BorrowedBuffers buffers;
        const scan::Request whole = borrowed(request, buffers);
        gl::storage_barrier();  // what the caller's shaders wrote
        state_->scan->run(whole);
        gl::all_barriers();  // the caller may read it in any way
    });
}

}  // namespace winnow
