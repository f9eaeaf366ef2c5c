#include "cuda/memory/imported.h"

#include <glad/gl.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "cuda/base/cuda_error.h"
#include "cuda/base/driver.h"
#include "gl/debug.h"

namespace winnow::cuda {
namespace {

constexpr std::uint64_t MIN_BYTES = 4;

CUmemAllocationProp properties_of(int device) {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = device;
    return properties;
}

/// A CUDA allocation, mapped so that CUDA's kernels can access it. `bytes` is a multiple of the granularity.
class CudaMemory {
  public:
    CudaMemory(int device, std::uint64_t bytes) : bytes_(bytes) {
        const CUmemAllocationProp properties = properties_of(device);
        try {
            check(driver().mem_create(&handle_, bytes, &properties, 0), "cuMemCreate");
            created_ = true;
            check(driver().mem_address_reserve(&address_, bytes, 0, 0, 0), "cuMemAddressReserve");
            check(driver().mem_map(address_, bytes, 0, handle_, 0), "cuMemMap");
            mapped_ = true;
            CUmemAccessDesc access{};
            access.location = properties.location;
            access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
            check(driver().mem_set_access(address_, bytes, &access, 1), "cuMemSetAccess");
        } catch (...) {
            release();
            throw;
        }
    }
    ~CudaMemory() { release(); }
    CudaMemory(const CudaMemory&) = delete;
    CudaMemory& operator=(const CudaMemory&) = delete;

    std::byte* address() const { return reinterpret_cast<std::byte*>(address_); }

    /// Returns a file descriptor of the memory, which the caller owns.
    int export_descriptor() const {
        int descriptor = -1;
        check(driver().mem_export_to_shareable_handle(&descriptor, handle_,
                                                      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
              "cuMemExportToShareableHandle");
        return descriptor;
    }

  private:
    /// Ignores failures: after an error on the device every call fails, and the driver frees the memory when
    /// the process ends.
    void release() noexcept {
        if (mapped_) driver().mem_unmap(address_, bytes_);
        if (address_) driver().mem_address_free(address_, bytes_);
        if (created_) driver().mem_release(handle_);
    }

    std::uint64_t bytes_;
    CUmemGenericAllocationHandle handle_ = 0;
    CUdeviceptr address_ = 0;
    bool created_ = false, mapped_ = false;
};

/// GL's import of the same memory.
class GlMemoryObject {
  public:
    /// Imports all of `memory`. Throws Error(absent) if GL refuses.
    GlMemoryObject(const CudaMemory& memory, std::uint64_t bytes) {
        const int descriptor = memory.export_descriptor();
        glCreateMemoryObjectsEXT(1, &name_);
        // Without this parameter GL and CUDA silently order the bytes differently.
        const GLint dedicated = GL_TRUE;
        glMemoryObjectParameterivEXT(name_, GL_DEDICATED_MEMORY_OBJECT_EXT, &dedicated);
        gl::take_errors();  // clears errors of earlier calls
        glImportMemoryFdEXT(name_, bytes, GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor);  // GL owns it now
        if (const GLenum error = gl::take_errors().first; error != GL_NO_ERROR) {
            close(descriptor);  // ... but not after a failure
            glDeleteMemoryObjectsEXT(1, &name_);
            absent("OpenGL refused to import CUDA's memory: error 0x{:04x}", error);
        }
    }
    ~GlMemoryObject() { glDeleteMemoryObjectsEXT(1, &name_); }
    GlMemoryObject(const GlMemoryObject&) = delete;
    GlMemoryObject& operator=(const GlMemoryObject&) = delete;

    unsigned name() const { return name_; }

  private:
    unsigned name_ = 0;
};

/// The memory beneath an imported buffer. The buffer is already gone when this is destroyed; GL's import is
/// released next, and CUDA's memory last.
class ImportedMemory : public gl::Attachment {
  public:
    ImportedMemory(int device, std::uint64_t bytes) : cuda_(device, bytes), gl_(cuda_, bytes) {}
    ~ImportedMemory() override {
        cudaDeviceSynchronize();  // no kernel may still use what is unmapped next
        cudaGetLastError();
    }
    std::byte* address() const { return cuda_.address(); }
    unsigned gl_name() const { return gl_.name(); }

  private:
    CudaMemory cuda_;
    GlMemoryObject gl_;
};

class ImportedProvider : public gl::MemoryProvider {
  public:
    ImportedProvider(const gl::Facts& facts, int device)
        : facts_(facts), device_(device), plain_(gl::plain_memory()) {
        const CUmemAllocationProp properties = properties_of(device);
        std::size_t granularity = 0;
        check(driver().mem_get_allocation_granularity(&granularity, &properties,
                                                      CU_MEM_ALLOC_GRANULARITY_MINIMUM),
              "cuMemGetAllocationGranularity");
        granularity_ = granularity;
    }

    std::string_view name() const override { return "made by CUDA and imported into OpenGL"; }

    /// Allocates plain memory once CUDA has failed: the program goes on without it.
    gl::Buffer allocate(std::uint64_t bytes, std::string_view label) override {
        try {
            return allocate_imported(bytes, label);
        } catch (const Error& error) {
            if (error.status() == ExitStatus::bad_input) throw;
            return plain_->allocate(bytes, label);
        }
    }

    gl::Buffer allocate_imported(std::uint64_t bytes, std::string_view label) {
        const std::uint64_t size = std::max(bytes, MIN_BYTES);
        gl::check_fits(facts_, label, size, size);
        std::unique_ptr<ImportedMemory> memory = make_memory(size, label);
        GLuint name = 0;
        glCreateBuffers(1, &name);
        glNamedBufferStorageMemEXT(name, static_cast<GLsizeiptr>(size), memory->gl_name(), 0);
        // The buffer gets the name before the error is checked, so that the name is deleted in any case.
        gl::Buffer buffer(name, size, std::string(label), std::move(memory));
        if (const GLenum error = gl::take_errors().first; error != GL_NO_ERROR)
            absent("OpenGL refused {} bytes of imported memory for {}: error 0x{:04x}", size, label, error);
        gl::require_backed(buffer);
        return buffer;
    }

  private:
    std::unique_ptr<ImportedMemory> make_memory(std::uint64_t size, std::string_view label) const {
        const std::uint64_t whole = (size + granularity_ - 1) / granularity_ * granularity_;
        try {
            return std::make_unique<ImportedMemory>(device_, whole);
        } catch (const CudaError& error) {
            if (error.code() != cudaErrorMemoryAllocation) throw;
            std::size_t free = 0, total = 0;
            cudaMemGetInfo(&free, &total);
            bad_input("{} needs {} bytes of GPU memory, of which {} are free", label, whole, free);
        }
    }

    const gl::Facts& facts_;
    int device_;
    std::unique_ptr<gl::MemoryProvider> plain_;
    std::uint64_t granularity_ = 0;
};

bool device_exports_descriptors(int device) {
    int supported = 0;
    const CUresult status = driver().device_get_attribute(
        &supported, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, device);
    return status == CUDA_SUCCESS && supported != 0;
}

}  // namespace

std::unique_ptr<gl::MemoryProvider> make_imported_memory(const gl::Facts& facts, int device) {
    if (!facts.has("GL_EXT_memory_object") || !facts.has("GL_EXT_memory_object_fd")) return nullptr;
    if (!driver().absence.empty() || !device_exports_descriptors(device)) return nullptr;
    try {
        auto provider = std::make_unique<ImportedProvider>(facts, device);
        provider->allocate_imported(MIN_BYTES, "trial of imported memory");
        return provider;
    } catch (const Error&) {
        return nullptr;  // both claim support, but the import fails, e.g. in a sandbox
    }
}

std::byte* imported_address(const gl::Buffer& buffer) {
    const auto* memory = dynamic_cast<const ImportedMemory*>(buffer.memory());
    return memory ? memory->address() : nullptr;
}

}  // namespace winnow::cuda
