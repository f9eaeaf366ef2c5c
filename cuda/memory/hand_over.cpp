#include "cuda/memory/hand_over.h"

#include <algorithm>

#include "cuda/base/check.h"
#include "cuda/memory/imported.h"
#include "gl/barrier.h"

namespace winnow::cuda {
namespace {

/// The driver orders the two sides by what GL has done with the mapped buffers, and of those only the fence
/// is always among them: a write to it stands for every GL command before, and holds back every one behind.
void touch(const gl::Buffer& fence) {
    fence.fill(0);
}

}  // namespace

HandOver::HandOver(Runtime& runtime, std::span<const gl::Buffer* const> buffers) : runtime_(runtime) {
    std::vector<cudaGraphicsResource_t> resources{registration_of(runtime.fence())};
    for (const gl::Buffer* buffer : buffers) {
        if (!buffer || imported_address(*buffer)) continue;
        const cudaGraphicsResource_t resource = registration_of(*buffer);
        if (std::find(resources.begin(), resources.end(), resource) == resources.end())
            resources.push_back(resource);
    }
    gl::all_barriers();  // what shaders wrote is not in memory before
    touch(runtime.fence());
    check(cudaGraphicsMapResources(static_cast<int>(resources.size()), resources.data(), runtime.stream()),
          "cudaGraphicsMapResources");
    mapped_ = std::move(resources);
}

HandOver::~HandOver() {
    if (mapped_.empty()) return;
    cudaGraphicsUnmapResources(static_cast<int>(mapped_.size()), mapped_.data(), runtime_.stream());
    cudaGetLastError();  // it is already known that something failed, and what
}

void HandOver::finish() {
    std::vector<cudaGraphicsResource_t> resources = std::move(mapped_);
    mapped_.clear();
    check(cudaGraphicsUnmapResources(static_cast<int>(resources.size()), resources.data(), runtime_.stream()),
          "cudaGraphicsUnmapResources");
    touch(runtime_.fence());
}

}  // namespace winnow::cuda
