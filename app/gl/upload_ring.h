// Small data on its way to buffers that the GPU is reading: never waited for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "gl/buffer.h"

namespace winnow::gl {

/// Slots in memory that the CPU writes while the GPU copies from others. It does not know when the GPU is
/// done with a slot: who uses it holds back the upload that comes round to a slot still being read.
class UploadRing {
  public:
    UploadRing() = default;
    /// `slots` uploads of at most `slot_bytes` each can be on their way. Throws as MemoryProvider::allocate.
    UploadRing(std::uint32_t slots, std::uint64_t slot_bytes, std::string_view label);
    UploadRing(UploadRing&&) noexcept = default;
    UploadRing& operator=(UploadRing&&) noexcept = default;

    std::uint64_t slot_bytes() const { return slot_bytes_; }
    /// Submits the copy to the front of `to`; what is submitted later sees it. Precondition: it fits into a
    /// slot (throws std::out_of_range), and the GPU is done with the upload made `slots` uploads ago.
    void upload(std::span<const std::byte> data, const Buffer& to);

  private:
    std::uint32_t slots_ = 0, next_ = 0;
    std::uint64_t slot_bytes_ = 0;
    std::byte* mapped_ = nullptr;  // as long as the buffer, which is made after it
    Buffer buffer_;
};

}  // namespace winnow::gl
