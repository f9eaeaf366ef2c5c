// A buffer between the host and other buffers that is kept from copy to copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gl/buffer.h"
#include "gl/fence.h"

namespace winnow::gl {

inline constexpr std::size_t staged_at_once = std::size_t{64} << 20;  // bytes

/// Copies as Buffer::read() and Buffer::write() do, but through one buffer, which grows to the largest copy,
/// up to 64 MiB. Whoever copies much and often keeps one, because new buffers cost more than time. Those of a
/// software renderer are aligned blocks of the C library's heap, where glibc (2.36) rarely finds room for one
/// in the place of a freed one of the same size, so that the heap grows with every copy.
class Staging {
  public:
    /// Waits for the GPU.
    void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> data);
    /// Always lets the GPU copy. Waits for the copy before, whose data it overwrites, but not for its own.
    void write(const Buffer& to, std::uint64_t offset, std::span<const std::byte> data);

    template <typename T>
    std::vector<T> read_all(const Buffer& from, std::uint64_t count) {
        std::vector<T> data(count);
        read(from, 0, std::as_writable_bytes(std::span(data)));
        return data;
    }
    template <typename T>
    void write_all(const Buffer& to, const std::vector<T>& data) {
        write(to, 0, std::as_bytes(std::span(data)));
    }

  private:
    void reserve(std::uint64_t bytes);

    Buffer buffer_;
    Fence written_;  // passes when the GPU has copied what write() put into the buffer
};

}  // namespace winnow::gl
