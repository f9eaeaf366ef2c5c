#include "winnow/cuda_compact.h"

#include <type_traits>
#include <utility>

#include "cuda/base/device_array.h"
#include "cuda/compact/device_compaction.h"
#include "cuda/library/validate.h"

namespace winnow {
namespace {

static_assert(std::is_same_v<CudaStream, cudaStream_t>);

cuda::DeviceRequest on_device(const CudaCompactRequest& request) {
    cuda::DeviceRequest whole;
    for (unsigned c = 0; c < request.column_count; ++c)
        whole.columns[whole.column_count++] = {static_cast<const shared::uvec4*>(request.columns[c].source),
                                               static_cast<shared::uvec4*>(request.columns[c].destination)};
    whole.capacity = static_cast<std::uint32_t>(request.capacity);
    whole.bound = static_cast<std::uint32_t>(request.bound);
    whole.votes = request.votes;
    whole.first = request.first;
    whole.count = request.count;
    whole.survivors = request.survivors;
    return whole;
}

}  // namespace

struct CudaCompactor::State {
    Compaction kind = Compaction::automatic;
    std::unique_ptr<cuda::DeviceCompaction> compaction;
    cuda::DeviceArray<std::uint32_t> offsets;

    void reserve(std::uint64_t bound) {
        if (bound > cuda::MAX_RECORDS)
            bad_input("compact: {} votes exceed the limit of {}", bound, cuda::MAX_RECORDS);
        compaction->reserve(static_cast<std::uint32_t>(bound));
        const std::uint64_t words = compaction->offset_words(static_cast<std::uint32_t>(bound));
        if (words > offsets.count()) offsets = cuda::DeviceArray<std::uint32_t>(words);
    }
};

std::string cuda_compact_absence(Compaction compaction, ScanChoice scan) {
    return library::cuda_absence_or([&] { return cuda::device_compaction_absence(compaction, scan); });
}

CudaCompactor::CudaCompactor(Compaction compaction, ScanChoice scan) : state_(std::make_unique<State>()) {
    library::translated([&] {
        library::require_offered(cuda_compact_absence(compaction, scan));
        state_->kind = cuda::resolve_device_compaction(compaction, scan);
        state_->compaction = cuda::make_device_compaction(compaction, scan);
    });
}

CudaCompactor::CudaCompactor(CudaCompactor&&) noexcept = default;
CudaCompactor& CudaCompactor::operator=(CudaCompactor&&) noexcept = default;
CudaCompactor::~CudaCompactor() = default;

Compaction CudaCompactor::compaction() const {
    return state_->kind;
}

VoteFormat CudaCompactor::vote_format() const {
    return state_->compaction->vote_format();
}

void CudaCompactor::reserve(std::uint64_t bound) {
    library::translated([&] { state_->reserve(bound); });
}

void CudaCompactor::run(CudaStream stream, const CudaCompactRequest& request) {
    library::translated([&] {
        library::validate(request, vote_format());
        state_->reserve(request.bound);
        cuda::DeviceRequest whole = on_device(request);
        whole.offsets = state_->offsets.data();
        state_->compaction->scan(stream, whole);
        state_->compaction->move(stream, whole);
    });
}

}  // namespace winnow
