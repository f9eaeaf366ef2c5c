#include "winnow/cuda_scan.h"

#include <type_traits>
#include <utility>

#include "cuda/library/validate.h"
#include "cuda/scan/device_scan.h"

namespace winnow {
namespace {

static_assert(std::is_same_v<CudaStream, cudaStream_t>);

}  // namespace

struct CudaScan::State {
    ScanChoice choice;
    ScanType type;
    std::unique_ptr<cuda::DeviceScan> scan;
};

std::string cuda_absence(ScanChoice choice, ScanType type) {
    return library::cuda_absence_or([&] { return cuda::device_scan_absence(choice, type); });
}

CudaScan::CudaScan(ScanChoice choice, ScanType type) : state_(std::make_unique<State>()) {
    library::translated([&] {
        library::require_offered(cuda_absence(choice, type));
        *state_ = {cuda::resolve_device_scan(choice), type, cuda::make_device_scan(choice, type)};
    });
}

CudaScan::CudaScan(CudaScan&&) noexcept = default;
CudaScan& CudaScan::operator=(CudaScan&&) noexcept = default;
CudaScan::~CudaScan() = default;

ScanChoice CudaScan::choice() const {
    return state_->choice;
}

ScanType CudaScan::type() const {
    return state_->type;
}

void CudaScan::reserve(std::uint64_t bound) {
    library::translated([&] { state_->scan->reserve(bound); });
}

void CudaScan::run(CudaStream stream, const CudaScanRequest& request) {
    library::translated([&] {
        library::validate(request, state_->type);
        state_->scan->run(stream,
                          {request.input, request.output, request.bound, request.count, request.total},
                          request.kind);
    });
}

}  // namespace winnow
