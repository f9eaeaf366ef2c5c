#include "gl/buffer.h"

#include <glad/gl.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "gl/fence.h"
#include "gl/staging.h"

namespace winnow::gl {
namespace {

constexpr std::uint64_t smallest = 4;  // GL refuses storage of size 0

void require_inside(const Buffer& buffer, std::uint64_t offset, std::uint64_t size) {
    if (offset > buffer.bytes() || size > buffer.bytes() - offset)
        throw std::out_of_range(
            fmt::format("{}: bytes {} to {} of {}", buffer.label(), offset, offset + size, buffer.bytes()));
}

[[noreturn]] void does_not_fit(std::string_view label, std::uint64_t bytes) {
    require_context();  // a lost context refuses everything
    bad_input("{}: {} do not fit into this device's memory", label, bytes_text(bytes));
}

/// Returns false if the buffer has another size than was asked for: a driver may refuse without an error.
bool has_its_size(const Buffer& buffer) {
    GLint64 size = 0;
    glGetNamedBufferParameteri64v(buffer.name(), GL_BUFFER_SIZE, &size);
    return static_cast<std::uint64_t>(size) == buffer.bytes();
}

Buffer make_buffer(std::uint64_t bytes, std::string_view label, unsigned flags) {
    take_errors();  // clears errors of earlier calls
    unsigned name = 0;
    glCreateBuffers(1, &name);
    Buffer buffer(name, std::max(bytes, smallest), std::string(label));
    glNamedBufferStorage(name, static_cast<GLsizeiptr>(buffer.bytes()), nullptr, flags);
    if (take_errors().out_of_memory || !has_its_size(buffer)) does_not_fit(label, bytes);
    return buffer;
}

class PlainMemory : public MemoryProvider {
  public:
    std::string_view name() const override { return "plain GL"; }
    Buffer allocate(std::uint64_t bytes, std::string_view label) override {
        Buffer buffer = make_buffer(bytes, label, GL_DYNAMIC_STORAGE_BIT);
        require_backed(buffer);
        return buffer;
    }
};

class SparseMemory : public MemoryProvider {
  public:
    std::string_view name() const override { return "sparse GL"; }
    Buffer allocate(std::uint64_t bytes, std::string_view label) override {
        if (bytes < plain_is_fast_bytes || bytes > max_bytes) return plain_.allocate(bytes, label);
        Buffer buffer = make_buffer(bytes, label, GL_DYNAMIC_STORAGE_BIT | GL_SPARSE_STORAGE_BIT_ARB);
        // A commitment that ends at the buffer's end need not be a multiple of the page.
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer.name());
        glBufferPageCommitmentARB(GL_SHADER_STORAGE_BUFFER, 0, static_cast<GLsizeiptr>(buffer.bytes()),
                                  GL_TRUE);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
        // Without its pages the buffer would silently read as zeros and lose what is written.
        if (take_errors().out_of_memory) does_not_fit(label, bytes);
        // NVIDIA's driver (580) commits pages on a thread of its own: 0.3 s for 0.45 GiB, 1.4 s for 0.95 and
        // 7.2 s for 1.79 on an H200. Commands that reach missing pages meanwhile reset the GPU.
        finish();
        require_backed(buffer);
        return buffer;
    }

  private:
    static constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;
    PlainMemory plain_;
};

}  // namespace

Buffer::Buffer(unsigned adopted_name, std::uint64_t bytes, std::string label,
               std::unique_ptr<Attachment> memory)
    : name_(adopted_name), bytes_(bytes), label_(std::move(label)), memory_(std::move(memory)) {
    label_object(GL_BUFFER, name_, label_);
}

Buffer Buffer::borrow(unsigned name, std::string_view what) {
    if (glIsBuffer(name) == GL_FALSE) bad_input("{}: no buffer object has the name {}", what, name);
    GLint64 bytes = 0;
    glGetNamedBufferParameteri64v(name, GL_BUFFER_SIZE, &bytes);
    Buffer buffer;
    buffer.name_ = name;
    buffer.borrowed_ = true;
    buffer.bytes_ = static_cast<std::uint64_t>(bytes);
    buffer.label_ = fmt::format("GL buffer {}", name);
    return buffer;
}

Buffer::Buffer(Buffer&& other) noexcept
    : name_(std::exchange(other.name_, 0)),
      words_(std::exchange(other.words_, 0)),
      borrowed_(other.borrowed_),
      used_(other.used_),
      bytes_(std::exchange(other.bytes_, 0)),
      label_(std::move(other.label_)),
      memory_(std::move(other.memory_)),
      registration_(std::move(other.registration_)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
    if (this != &other) {
        release();
        name_ = std::exchange(other.name_, 0);
        words_ = std::exchange(other.words_, 0);
        borrowed_ = other.borrowed_;
        used_ = other.used_;
        bytes_ = std::exchange(other.bytes_, 0);
        label_ = std::move(other.label_);
        memory_ = std::move(other.memory_);
        registration_ = std::move(other.registration_);
    }
    return *this;
}

Buffer::~Buffer() {
    release();
}

void Buffer::release() noexcept {
    registration_.reset();
    if (words_ != 0) glDeleteTextures(1, &words_);
    words_ = 0;
    if (name_ != 0 && !borrowed_) glDeleteBuffers(1, &name_);
    name_ = 0;
    memory_.reset();
}

void Buffer::bind_storage(std::uint32_t binding) const {
    used_ = true;
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, name_);
}

void Buffer::bind_uniform(std::uint32_t binding) const {
    used_ = true;
    glBindBufferBase(GL_UNIFORM_BUFFER, binding, name_);
}

void Buffer::bind_words(std::uint32_t unit) const {
    used_ = true;
    if (words_ == 0) {
        glCreateTextures(GL_TEXTURE_BUFFER, 1, &words_);
        glTextureBuffer(words_, GL_RGBA32UI, name_);
        label_object(GL_TEXTURE, words_, label_ + ", as rows");
    }
    glBindTextureUnit(unit, words_);
}

void Buffer::bind_dispatch_indirect() const {
    used_ = true;
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, name_);
}

void Buffer::bind_draw_indirect() const {
    used_ = true;
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, name_);
}

void Buffer::bind_indices(unsigned vertex_array) const {
    used_ = true;
    glVertexArrayElementBuffer(vertex_array, name_);
}

void Buffer::write(std::uint64_t offset, std::span<const std::byte> data) const {
    require_inside(*this, offset, data.size());
    if (data.empty()) return;
    if (memory_ || borrowed_ || used_) return write_staged(offset, data);
    write_at_once(offset, data);
}

void Buffer::write_at_once(std::uint64_t offset, std::span<const std::byte> data) const {
    require_inside(*this, offset, data.size());
    readback_barrier();
    glNamedBufferSubData(name_, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(data.size()),
                         data.data());
}

// read() always lets the GPU copy into a staging buffer first. A driver may move a buffer that the CPU reads
// to memory nearer to the CPU (NVIDIA's does, after a few reads). Memory that another API shares would stay
// behind, and the two copies would silently differ. Also, the first indirect dispatch whose arguments lie in
// a moved buffer does nothing (driver 580). write() lets the GPU copy into three kinds of buffers:
// - shared ones, for the same reason;
// - borrowed ones, whose owner may have created them so that the CPU cannot write them;
// - those in use: NVIDIA's driver (580) let a write overtake the clear of every buffer of 4 MiB or more, and
//   dispatches that were submitted before it and read the buffer.

void Buffer::read(std::uint64_t offset, std::span<std::byte> data) const {
    require_inside(*this, offset, data.size());
    Staging().read(*this, offset, data);
}

void Buffer::write_staged(std::uint64_t offset, std::span<const std::byte> data) const {
    for (std::size_t at = 0; at < data.size(); at += staged_at_once) {
        const auto part = data.subspan(at, std::min(staged_at_once, data.size() - at));
        const Buffer staging = make_buffer(part.size(), "staging", GL_DYNAMIC_STORAGE_BIT);
        glNamedBufferSubData(staging.name_, 0, static_cast<GLsizeiptr>(part.size()), part.data());
        copy_small(staging, 0, *this, offset + at, part.size());
    }
}

void Buffer::fill(std::uint32_t word, std::uint64_t offset, std::uint64_t size) const {
    require_inside(*this, offset, size);
    if (offset % sizeof word != 0 || size % sizeof word != 0)
        throw std::out_of_range(
            fmt::format("{}: a fill of {} bytes from {} is not whole words", label_, size, offset));
    if (size == 0) return;
    readback_barrier();
    used_ = true;
    glClearNamedBufferSubData(name_, GL_R32UI, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(size),
                              GL_RED_INTEGER, GL_UNSIGNED_INT, &word);
}

Buffer allocate_by_size(MemoryProvider& fastest, std::uint64_t bytes, std::string_view label) {
    return bytes < plain_is_fast_bytes ? PlainMemory().allocate(bytes, label)
                                       : fastest.allocate(bytes, label);
}

void require_backed(const Buffer& buffer) {
    if (buffer.bytes() < plain_is_fast_bytes) return;
    const std::uint64_t last = buffer.bytes() / word_bytes * word_bytes - word_bytes;
    for (const std::uint64_t offset : {std::uint64_t{0}, last}) {
        constexpr std::uint32_t mark = 0x5EED5EED;
        buffer.fill(mark, offset, word_bytes);
        if (buffer.read_all<std::uint32_t>(1, offset).front() != mark)
            does_not_fit(buffer.label(), buffer.bytes());
    }
}

std::unique_ptr<MemoryProvider> plain_memory() {
    return std::make_unique<PlainMemory>();
}

std::unique_ptr<MemoryProvider> fastest_gl_memory(const Facts& facts) {
    if (facts.nvidia && facts.has("GL_ARB_sparse_buffer")) return std::make_unique<SparseMemory>();
    return plain_memory();
}

void check_fits(const Facts& facts, std::string_view what, std::uint64_t bytes, std::uint64_t total_bytes) {
    if (bytes > facts.limits.storage_block_bytes)
        bad_input("{}: a buffer of {} exceeds this device's GL_MAX_SHADER_STORAGE_BLOCK_SIZE of {}", what,
                  bytes_text(bytes), bytes_text(facts.limits.storage_block_bytes));
    const auto available = facts.free_bytes();
    if (available && total_bytes > *available)
        bad_input("{}: {} are needed, {} of memory are free", what, bytes_text(total_bytes),
                  bytes_text(*available));
}

void check_bindable(const Facts& facts, const Buffer& buffer) {
    if (buffer.bytes() > facts.limits.storage_block_bytes)
        bad_input("{}: a buffer of {} exceeds this device's GL_MAX_SHADER_STORAGE_BLOCK_SIZE of {}",
                  buffer.label(), bytes_text(buffer.bytes()), bytes_text(facts.limits.storage_block_bytes));
}

ReadbackBuffer::ReadbackBuffer(std::uint64_t bytes, std::string_view label) {
    constexpr GLbitfield access = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    buffer_ = make_buffer(bytes, label, access | GL_CLIENT_STORAGE_BIT);
    mapped_ = static_cast<const std::byte*>(
        glMapNamedBufferRange(buffer_.name(), 0, static_cast<GLsizeiptr>(buffer_.bytes()), access));
    if (mapped_ == nullptr) bad_input("{}: the driver cannot map {} for reading", label, bytes_text(bytes));
}

ReadbackBuffer::~ReadbackBuffer() {
    glUnmapNamedBuffer(buffer_.name());
}

Buffer make_mapped(std::uint64_t bytes, std::string_view label, std::byte** mapped) {
    constexpr GLbitfield access = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    Buffer buffer = make_buffer(bytes, label, access | GL_CLIENT_STORAGE_BIT);
    *mapped = static_cast<std::byte*>(
        glMapNamedBufferRange(buffer.name(), 0, static_cast<GLsizeiptr>(buffer.bytes()), access));
    if (*mapped == nullptr) bad_input("{}: the driver cannot map {} for writing", label, bytes_text(bytes));
    return buffer;
}

void copy_small(const Buffer& from, std::uint64_t from_offset, const Buffer& to, std::uint64_t to_offset,
                std::uint64_t bytes) {
    require_inside(from, from_offset, bytes);
    require_inside(to, to_offset, bytes);
    if (bytes == 0) return;
    readback_barrier();
    glCopyNamedBufferSubData(from.name(), to.name(), static_cast<GLintptr>(from_offset),
                             static_cast<GLintptr>(to_offset), static_cast<GLsizeiptr>(bytes));
}

}  // namespace winnow::gl
