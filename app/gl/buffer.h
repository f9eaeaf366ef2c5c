// Buffers, the memory that they are made of, and how they are counted in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::gl {

inline constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);
inline constexpr std::uint64_t most_words = std::uint64_t{1}
                                            << 32;  // an index of a word has 32 bits on the GPU

/// The word in which a member of a struct begins.
constexpr std::uint32_t word_of(std::size_t offset) {
    return static_cast<std::uint32_t>(offset / word_bytes);
}

struct Facts;

/// Something that must live exactly as long as a buffer: foreign memory beneath it, or its registration
/// with another API. Only the room that attached it knows what it is.
struct Attachment {
    virtual ~Attachment() = default;
};

/// Move-only. An empty buffer has size 0 and no GL object.
class Buffer {
  public:
    Buffer() = default;
    /// Takes over a GL name whose storage exists already; for providers only.
    Buffer(unsigned adopted_name, std::uint64_t bytes, std::string label,
           std::unique_ptr<Attachment> memory = nullptr);
    /// A buffer that someone else owns, whole: it is neither labelled nor deleted. Error(bad_input) if the
    /// name is none of a buffer object of the current context. `what` begins the sentence.
    static Buffer borrow(unsigned name, std::string_view what);
    Buffer(Buffer&&) noexcept;
    Buffer& operator=(Buffer&&) noexcept;
    ~Buffer();

    std::uint64_t bytes() const { return bytes_; }
    const std::string& label() const { return label_; }
    bool empty() const { return name_ == 0; }

    /// The whole buffer at a binding point of the given kind.
    void bind_storage(std::uint32_t binding) const;
    void bind_uniform(std::uint32_t binding) const;
    void bind_dispatch_indirect() const;
    void bind_draw_indirect() const;

    // The contents lie on the GPU and are no part of constness: a const buffer can be bound for writing too.

    /// Copies between host and buffer; `read` waits for the GPU. `offset` in bytes. Shaders' earlier writes
    /// are seen, and not mixed up with these. Precondition: the range lies inside the buffer (throws
    /// std::out_of_range). Where the GPU must copy first, as always for `read`, it takes as much again of its
    /// memory, up to 64 MiB (throws Error(bad_input) if there is not).
    void write(std::uint64_t offset, std::span<const std::byte> data) const;
    void read(std::uint64_t offset, std::span<std::byte> data) const;
    /// Fills all or part with one 32-bit pattern, on the GPU. `offset` and `size` are multiples of 4 bytes
    /// (throws std::out_of_range).
    void fill(std::uint32_t word) const { fill(word, 0, bytes_ / sizeof word * sizeof word); }
    void fill(std::uint32_t word, std::uint64_t offset, std::uint64_t size) const;

    template <typename T, std::size_t Extent>
    void write_all(std::span<T, Extent> data, std::uint64_t offset = 0) const {
        write(offset, std::as_bytes(data));
    }
    template <typename T>
    std::vector<T> read_all(std::uint64_t count, std::uint64_t offset = 0) const {
        std::vector<T> data(count);
        read(offset, std::as_writable_bytes(std::span(data)));
        return data;
    }

    /// Memory made elsewhere beneath this buffer (released after the GL object), or null.
    Attachment* memory() const { return memory_.get(); }
    /// A registration with another API (released before the GL object), or null.
    Attachment* registration() const { return registration_.get(); }
    void set_registration(std::unique_ptr<Attachment> r) const { registration_ = std::move(r); }

    /// The GL name, for `gl`, and for the CUDA side's registration alone.
    unsigned name() const { return name_; }

  private:
    void release() noexcept;
    void write_staged(std::uint64_t offset, std::span<const std::byte> data) const;

    unsigned name_ = 0;
    bool borrowed_ = false;
    mutable bool cleared_ = false;  // by the GPU, which a write of the CPU may overtake
    std::uint64_t bytes_ = 0;
    std::string label_;
    std::unique_ptr<Attachment> memory_;
    mutable std::unique_ptr<Attachment> registration_;
};

/// One 32-bit word in a buffer.
struct Word {
    const Buffer* buffer = nullptr;
    std::uint32_t index = 0;  // in words from the buffer's start
};

/// Consecutive 32-bit elements in a buffer.
struct Words {
    const Buffer* buffer = nullptr;
    std::uint64_t first = 0;  // in words from the buffer's start
};

/// Makes buffers. Who uses a buffer does not know which provider made it.
class MemoryProvider {
  public:
    virtual ~MemoryProvider() = default;
    virtual std::string_view name() const = 0;
    /// Uninitialised memory; at least 4 bytes are allocated. Throws Error(bad_input) naming `label`, the
    /// size and the limit when it does not fit (check_fits has the same answer without allocating).
    virtual Buffer allocate(std::uint64_t bytes, std::string_view label) = 0;
};

/// glNamedBufferStorage.
std::unique_ptr<MemoryProvider> plain_memory();
/// Sparse buffers committed whole for large sizes (plain GL buffers of 1 GiB run at half speed on NVIDIA),
/// plain below; plain throughout where GL_ARB_sparse_buffer is absent.
std::unique_ptr<MemoryProvider> fastest_gl_memory(const Facts& facts);

/// Throws Error(bad_input) if one buffer of `bytes` exceeds the SSBO limit, or `total_bytes` the memory that
/// the driver or the system says is free. Nothing is allocated. `what` begins the sentence.
void check_fits(const Facts& facts, std::string_view what, std::uint64_t bytes, std::uint64_t total_bytes);

/// Throws Error(bad_input) if the buffer is larger than what a shader can be given of it. OpenGL reports no
/// error then; shaders just do not see the rest.
void check_bindable(const Facts& facts, const Buffer& buffer);

/// A buffer that the CPU reads without waiting: persistently mapped, written by the GPU.
class ReadbackBuffer {
  public:
    ReadbackBuffer(std::uint64_t bytes, std::string_view label);
    ~ReadbackBuffer();
    ReadbackBuffer(ReadbackBuffer&&) = delete;
    const Buffer& buffer() const { return buffer_; }
    const std::byte* data() const { return mapped_; }

  private:
    Buffer buffer_;
    const std::byte* mapped_ = nullptr;
};

/// A buffer that the CPU writes while the GPU reads others of its parts: persistently mapped, at `*mapped`,
/// until it is destroyed. Throws as MemoryProvider::allocate.
Buffer make_mapped(std::uint64_t bytes, std::string_view label, std::byte** mapped);

/// Copies a small range on the GPU (large ones deserve a compute shader: the driver's copy is slow).
void copy_small(const Buffer& from, std::uint64_t from_offset, const Buffer& to, std::uint64_t to_offset,
                std::uint64_t bytes);

}  // namespace winnow::gl
