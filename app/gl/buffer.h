// GL buffers that own themselves, the providers of their memory, and how buffers are counted in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace winnow::gl {

inline constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);
inline constexpr std::uint64_t max_words = std::uint64_t{1}
                                           << 32;  // an index of a word has 32 bits on the GPU

/// Returns the word in which a member of a struct begins, from the member's offset in bytes.
constexpr std::uint32_t word_of(std::size_t offset) {
    return static_cast<std::uint32_t>(offset / word_bytes);
}

struct Facts;

/// Something that must live exactly as long as a buffer: foreign memory beneath it, or its registration with
/// another API. Only the code that attached it knows its type.
struct Attachment {
    virtual ~Attachment() = default;
};

/// A GL buffer. Move-only; an empty one has size 0 and no GL object.
class Buffer {
  public:
    Buffer() = default;
    /// Adopts a GL name whose storage already exists; for providers only.
    Buffer(unsigned adopted_name, std::uint64_t bytes, std::string label,
           std::unique_ptr<Attachment> memory = nullptr);
    /// Wraps a whole buffer that someone else owns: it is neither labelled nor deleted. Throws
    /// Error(bad_input) if `name` is not a buffer object of the current context. `what` begins the message.
    static Buffer borrow(unsigned name, std::string_view what);
    Buffer(Buffer&&) noexcept;
    Buffer& operator=(Buffer&&) noexcept;
    ~Buffer();

    std::uint64_t bytes() const { return bytes_; }
    const std::string& label() const { return label_; }
    bool empty() const { return name_ == 0; }

    /// Each binds the whole buffer to a binding point of its kind.
    void bind_storage(std::uint32_t binding) const;
    void bind_uniform(std::uint32_t binding) const;
    /// Binds its rows of four words to a texture unit, as a usamplerBuffer, through a texture that is made by
    /// the first call and lives as long as the buffer.
    void bind_words(std::uint32_t unit) const;
    void bind_dispatch_indirect() const;
    void bind_draw_indirect() const;
    /// Becomes the indices of a vertex array.
    void bind_indices(unsigned vertex_array) const;

    // The contents lie on the GPU and are not part of constness: a const buffer can be bound for writing too.

    /// Copies between host and buffer; `read` waits for the GPU. `offset` is in bytes. Earlier writes of
    /// shaders are complete before the copy. Precondition: the range lies inside the buffer (throws
    /// std::out_of_range). Where the GPU must copy first, as always for `read`, a staging buffer takes as
    /// much GPU memory again, up to 64 MiB (throws Error(bad_input) if it does not fit).
    void write(std::uint64_t offset, std::span<const std::byte> data) const;
    /// Writes as write() does, but allocates nothing, and commands that were submitted before may see the
    /// data already. Precondition: the memory is plain.
    void write_at_once(std::uint64_t offset, std::span<const std::byte> data) const;
    void read(std::uint64_t offset, std::span<std::byte> data) const;
    /// Fills all or part of the buffer with one 32-bit pattern, on the GPU. `offset` and `size` are multiples
    /// of 4 bytes (throws std::out_of_range).
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

    /// Returns the foreign memory beneath this buffer (released after the GL object), or null.
    Attachment* memory() const { return memory_.get(); }
    /// Returns the registration with another API (released before the GL object), or null.
    Attachment* registration() const { return registration_.get(); }
    void set_registration(std::unique_ptr<Attachment> r) const { registration_ = std::move(r); }

    /// The GL name, for code in `gl` and for the registration with CUDA only.
    unsigned name() const { return name_; }

  private:
    void release() noexcept;
    void write_staged(std::uint64_t offset, std::span<const std::byte> data) const;

    unsigned name_ = 0;
    mutable unsigned words_ = 0;  // the texture of bind_words(); 0 before its first call
    bool borrowed_ = false;
    mutable bool used_ =
        false;  // cleared or bound: a write of the CPU may overtake what the GPU does with it
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

/// Makes buffers. The users of a buffer do not know which provider made it.
class MemoryProvider {
  public:
    virtual ~MemoryProvider() = default;
    virtual std::string_view name() const = 0;
    /// Returns uninitialised memory of at least 4 bytes. Throws Error(bad_input) with `label`, the size and
    /// the limit if it does not fit (check_fits gives the same answer without allocating).
    virtual Buffer allocate(std::uint64_t bytes, std::string_view label) = 0;
};

/// Plain buffers of NVIDIA's driver run at full speed up to this size on an H200, and at half speed at 1 GiB.
inline constexpr std::uint64_t plain_is_fast_bytes = std::uint64_t{256} << 20;

/// Allocates from `fastest` if the size makes it worth its overhead, otherwise plain memory.
Buffer allocate_by_size(MemoryProvider& fastest, std::uint64_t bytes, std::string_view label);

/// Throws Error(bad_input) if the first or the last word of a large buffer does not keep what the GPU writes:
/// a driver may accept a size that it cannot back. Small buffers are not tried. Waits for the GPU.
void require_backed(const Buffer& buffer);

/// Allocates with glNamedBufferStorage.
std::unique_ptr<MemoryProvider> plain_memory();
/// Allocates buffers of plain_is_fast_bytes to 1 GiB as sparse ones with all pages committed, and others
/// plain; all are plain if GL_ARB_sparse_buffer is missing. Where CUDA can make the memory, its provider is
/// faster: a commitment takes the square of the size (1.4 s for 1 GiB on an H200).
std::unique_ptr<MemoryProvider> fastest_gl_memory(const Facts& facts);

/// Throws Error(bad_input) if one buffer of `bytes` exceeds the SSBO limit, or if `total_bytes` exceeds the
/// memory that the driver or the system reports as free. Allocates nothing. `what` begins the message.
void check_fits(const Facts& facts, std::string_view what, std::uint64_t bytes, std::uint64_t total_bytes);

/// Throws Error(bad_input) if the buffer is larger than a shader storage block can be. OpenGL reports no
/// error for such a buffer; shaders just do not see the rest.
void check_bindable(const Facts& facts, const Buffer& buffer);

/// A buffer that the CPU reads without waiting: persistently mapped and written by the GPU.
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

/// Returns a buffer that the CPU writes while the GPU reads other parts of it. It is persistently mapped at
/// `*mapped` until it is destroyed. Throws like MemoryProvider::allocate.
Buffer make_mapped(std::uint64_t bytes, std::string_view label, std::byte** mapped);

/// Copies a small range on the GPU. Large ranges need a compute shader, because the driver's copy is slow.
void copy_small(const Buffer& from, std::uint64_t from_offset, const Buffer& to, std::uint64_t to_offset,
                std::uint64_t bytes);

}  // namespace winnow::gl
