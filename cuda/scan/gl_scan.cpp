#include "cuda/scan/gl_scan.h"

#include <array>
#include <utility>

#include "cuda/base/cuda_error.h"
#include "cuda/memory/hand_over.h"

namespace winnow::cuda {

GlScan::GlScan(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceScan> scan, ScanType type)
    : runtime_(std::move(runtime)), scan_(std::move(scan)), type_(type) {}

void GlScan::reserve(std::uint64_t bound) {
    scan_->reserve(bound);
}

void GlScan::run(const scan::Request& request) {
    scan::validate(request, type_);
    try {
        scan_->reserve(request.bound);
        submit(request);
    } catch (const CudaError& error) {
        if (error.status() != ExitStatus::bad_input) runtime_->set_failed(error.what());
        throw;
    }
}

void GlScan::submit(const scan::Request& request) {
    const std::array buffers{request.input.buffer, request.output.buffer, request.count.buffer,
                             request.total.buffer};
    HandOver hand_over(*runtime_, buffers);
    const Elements elements{hand_over.pointer(request.input), hand_over.pointer(request.output),
                            request.bound, hand_over.pointer(request.count),
                            hand_over.pointer(request.total)};
    begin_.record(runtime_->stream());
    scan_->run(runtime_->stream(), elements, request.kind);
    end_.record(runtime_->stream());
    hand_over.finish();
}

double GlScan::kernel_milliseconds() const {
    end_.wait();
    return Event::milliseconds(begin_, end_);
}

void GlScan::poison_scratch(std::uint32_t word) {
    scan_->poison_scratch(runtime_->stream(), word);
}

}  // namespace winnow::cuda
