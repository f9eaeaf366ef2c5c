#include "winnow/cuda_scan.h"

#include <cstddef>
#include <type_traits>
#include <utility>

#include "cuda/absence.h"
#include "cuda/scan/device_scan.h"
#include "library/translate.h"

namespace winnow {
namespace {

static_assert(std::is_same_v<CudaStream, cudaStream_t>);

constexpr std::uint64_t most_elements = 0xFFFFFFFF;

/// Addresses [first, end) of device memory; empty for null.
struct Range {
    std::uintptr_t first = 0, end = 0;
    Range(const void* pointer, std::uint64_t bytes)
        : first(reinterpret_cast<std::uintptr_t>(pointer)), end(pointer == nullptr ? first : first + bytes) {}
};

bool meet(const Range& a, const Range& b) {
    return a.first < b.end && b.first < a.end;
}

void require_aligned(const char* what, const void* pointer, std::uint64_t bytes) {
    if (reinterpret_cast<std::uintptr_t>(pointer) % bytes != 0)
        bad_input("scan: the {} is not aligned to {} bytes", what, bytes);
}

void require_apart(const char* what, const Range& a, const Range& b) {
    if (meet(a, b)) bad_input("scan: {}", what);
}

void validate(const CudaScanRequest& request, ScanType type) {
    if (request.bound > most_elements)
        bad_input("scan: {} elements exceed the limit of {}", request.bound, most_elements);
    if (request.bound > 0 && (request.input == nullptr || request.output == nullptr))
        bad_input("scan: no {} memory", request.input == nullptr ? "input" : "output");
    const std::uint64_t element = bytes_of(type.element), bytes = request.bound * element;
    require_aligned("input", request.input, element);
    require_aligned("output", request.output, element);
    require_aligned("count", request.count, sizeof *request.count);
    require_aligned("total", request.total, element);
    const Range input(request.input, bytes), output(request.output, bytes);
    const Range count(request.count, sizeof *request.count), total(request.total, element);
    if (request.input != request.output)
        require_apart("input and output overlap; they must be the same or apart", input, output);
    require_apart("the count lies within the output", count, output);
    require_apart("the total lies within the output", total, output);
    require_apart("count and total overlap", count, total);
}

cuda::Kind kind_of(ScanKind kind) {
    return kind == ScanKind::inclusive ? cuda::Kind::inclusive : cuda::Kind::exclusive;
}

}  // namespace

struct CudaScan::State {
    ScanChoice choice;
    ScanType type;
    std::unique_ptr<cuda::DeviceScan> scan;
};

std::string cuda_absence(ScanChoice choice, ScanType type) {
    return library::translated([&] {
        std::string reason = cuda::absence();
        return reason.empty() ? cuda::device_scan_absence(choice, type) : reason;
    });
}

CudaScan::CudaScan(ScanChoice choice, ScanType type) : state_(std::make_unique<State>()) {
    library::translated([&] {
        if (const std::string reason = cuda_absence(choice, type); !reason.empty())
            absent("cuda: {}", reason);
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
        validate(request, state_->type);
        state_->scan->run(stream,
                          {request.input, request.output, request.bound, request.count, request.total},
                          kind_of(request.kind));
    });
}

}  // namespace winnow
