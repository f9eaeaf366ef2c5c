#include "cuda/library/validate.h"

#include "base/error.h"
#include "cuda/library/ranges.h"

namespace winnow::library {
namespace {

constexpr std::uint64_t most_elements = 0xFFFFFFFF;

void require_memory(const char* what, const void* pointer, std::uint64_t bound) {
    if (bound > 0 && pointer == nullptr) bad_input("scan: no {} memory", what);
}

}  // namespace

void validate(const CudaScanRequest& request, ScanType type) {
    if (request.bound > most_elements)
        bad_input("scan: {} elements exceed the limit of {}", request.bound, most_elements);
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

}  // namespace winnow::library
