#include <glad/gl.h>  // before the interop header, which would include another OpenGL header

#include "cuda/memory/hand_over.h"

#include <cuda_gl_interop.h>

#include <algorithm>
#include <memory>

#include "cuda/base/cuda_error.h"
#include "cuda/memory/imported.h"
#include "gl/fence.h"

namespace winnow::cuda {
namespace {

/// A buffer's registration. It is destroyed before the GL object, as CUDA requires.
class Registration : public gl::Attachment {
  public:
    explicit Registration(const gl::Buffer& buffer) {
        check(cudaGraphicsGLRegisterBuffer(&resource_, buffer.name(), cudaGraphicsRegisterFlagsNone),
              "cudaGraphicsGLRegisterBuffer");
    }
    ~Registration() override {
        cudaGraphicsUnregisterResource(resource_);
        cudaGetLastError();
    }
    cudaGraphicsResource_t resource() const { return resource_; }

  private:
    cudaGraphicsResource_t resource_ = nullptr;
};

/// The driver orders the two APIs by GL's use of the mapped buffers, and only the fence is always mapped: a
/// write to it comes after every earlier GL command and before every later one.
void touch(const gl::Buffer& fence) {
    fence.fill(0);
}

}  // namespace

cudaGraphicsResource_t registration_of(const gl::Buffer& buffer) {
    if (!buffer.registration()) buffer.set_registration(std::make_unique<Registration>(buffer));
    return static_cast<const Registration*>(buffer.registration())->resource();
}

std::byte* device_address(const gl::Buffer& buffer) {
    if (std::byte* address = imported_address(buffer)) return address;
    void* address = nullptr;
    std::size_t bytes = 0;
    check(cudaGraphicsResourceGetMappedPointer(&address, &bytes, registration_of(buffer)),
          "cudaGraphicsResourceGetMappedPointer");
    return static_cast<std::byte*>(address);
}

HandOver::HandOver(Runtime& runtime, std::span<const gl::Buffer* const> buffers) : runtime_(runtime) {
    std::vector<cudaGraphicsResource_t> resources{registration_of(runtime.fence())};
    for (const gl::Buffer* buffer : buffers) {
        if (!buffer || imported_address(*buffer)) continue;
        const cudaGraphicsResource_t resource = registration_of(*buffer);
        if (std::find(resources.begin(), resources.end(), resource) == resources.end())
            resources.push_back(resource);
    }
    gl::all_barriers();  // makes shaders' writes reach memory first
    touch(runtime.fence());
    check(cudaGraphicsMapResources(static_cast<int>(resources.size()), resources.data(), runtime.stream()),
          "cudaGraphicsMapResources");
    mapped_ = std::move(resources);
}

HandOver::~HandOver() {
    if (mapped_.empty()) return;
    cudaGraphicsUnmapResources(static_cast<int>(mapped_.size()), mapped_.data(), runtime_.stream());
    cudaGetLastError();  // the failure is already known and reported
}

void HandOver::finish() {
    std::vector<cudaGraphicsResource_t> resources = std::move(mapped_);
    mapped_.clear();
    check(cudaGraphicsUnmapResources(static_cast<int>(resources.size()), resources.data(), runtime_.stream()),
          "cudaGraphicsUnmapResources");
    touch(runtime_.fence());
}

}  // namespace winnow::cuda
