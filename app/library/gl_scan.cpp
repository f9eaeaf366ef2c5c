#include <utility>

#include "library/guest.h"
#include "scan/glsl_scan.h"
#include "shaders/shared.h"

namespace winnow {
namespace {

scan::Request borrowed(const GlScanRequest& request, library::BorrowedBuffers& buffers) {
    library::require_known(request.kind);
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
    library::as_a_guest(shared::SCAN_BINDINGS, [&] {
        GlContext::State& owner = *context.state_;
        state_->scan = scan::make_glsl_scan(owner.facts, owner.shaders, state_->choice, type);
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
    library::as_a_guest(shared::SCAN_BINDINGS, [&] { state_->scan->reserve(bound); });
}

void GlScan::run(const GlScanRequest& request) {
    library::run_as_a_guest(shared::SCAN_BINDINGS, [&] {
        library::BorrowedBuffers buffers;
        state_->scan->run(borrowed(request, buffers));
    });
}

}  // namespace winnow
