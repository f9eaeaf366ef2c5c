#include "cuda/scan/gl_scan.h"

#include <array>
#include <utility>

#include "cuda/base/cuda_error.h"

namespace winnow::cuda {

GlScan::GlScan(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceScan> scan, ScanType type)
    : runtime_(std::move(runtime)), scan_(std::move(scan)), type_(type) {}

GlScan::~GlScan() {
    if (!hand_over_) return;
    try {
        end_.wait();
        hand_over_->finish();
    } catch (const CudaError&) {
        hand_over_->abandon();
    }
}

void GlScan::reserve(std::uint64_t bound) {
    scan_->reserve(bound);
}

void GlScan::run(const scan::Request& request) {
    begin(request);
    guard([&] { hand_over_->finish(); });
    hand_over_.reset();
}

void GlScan::begin(const scan::Request& request) {
    scan::validate(request, type_);
    guard([&] {
        scan_->reserve(request.bound);
        submit(request);
    });
}

std::optional<double> GlScan::finished() {
    const cudaError_t status = end_.query();
    if (status == cudaErrorNotReady) return std::nullopt;
    guard([&] {
        check(status, "a scan on the device");
        hand_over_->finish();
    });
    hand_over_.reset();
    return kernel_milliseconds();
}

/// After a failure the buffers stay mapped: unmapping would make GL wait for work that may have failed, and
/// GL would be lost too.
void GlScan::guard(const std::function<void()>& work) {
    try {
        work();
    } catch (const CudaError& error) {
        if (hand_over_) hand_over_->abandon();
        hand_over_.reset();
        if (error.status() != ExitStatus::bad_input) runtime_->set_failed(error.what());
        throw;
    }
}

void GlScan::submit(const scan::Request& request) {
    const std::array buffers{request.input.buffer, request.output.buffer, request.count.buffer,
                             request.total.buffer};
    hand_over_.emplace(*runtime_, buffers);
    const Elements elements{hand_over_->pointer(request.input), hand_over_->pointer(request.output),
                            request.bound, hand_over_->pointer(request.count),
                            hand_over_->pointer(request.total)};
    begin_.record(runtime_->stream());
    scan_->run(runtime_->stream(), elements, request.kind);
    end_.record(runtime_->stream());
}

double GlScan::kernel_milliseconds() const {
    end_.wait();
    return Event::milliseconds(begin_, end_);
}

void GlScan::poison_scratch(std::uint32_t word) {
    scan_->poison_scratch(runtime_->stream(), word);
}

}  // namespace winnow::cuda
