#include <utility>

#include "gl/barrier.h"
#include "gl/saved_state.h"
#include "library/borrowed_request.h"
#include "library/context_state.h"
#include "library/translate.h"
#include "scan/glsl_scan.h"
#include "shaders/shared.h"

namespace winnow {
namespace {

/// Does the work, and leaves the context as it was.
template <typename Work>
void as_a_guest(Work&& work) {
    library::translated([&] {
        const gl::SavedState state(shared::SCAN_BINDINGS);
        work();
    });
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
        const library::BorrowedRequest borrowed(request);
        gl::storage_barrier();  // what the caller's shaders wrote
        state_->scan->run(borrowed.request());
        gl::all_barriers();  // the caller may read it in any way
    });
}

}  // namespace winnow
