#include <glad/gl.h>  // before the interop header, which would include another OpenGL header

#include "cuda/memory/access.h"

#include <cuda_gl_interop.h>

#include <memory>

#include "cuda/base/check.h"
#include "cuda/memory/imported.h"

namespace winnow::cuda {
namespace {

/// Destroyed before the GL object, as CUDA demands.
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

}  // namespace winnow::cuda
