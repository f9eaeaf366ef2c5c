// Uploads small data to buffers that the GPU is reading, without waiting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "gl/buffer.h"

namespace winnow::gl {

/// Slots in memory that the CPU writes while the GPU copies from other slots. The ring does not know when the
/// GPU is done with a slot: the user must delay an upload that would reuse a slot still being read.
class UploadRing {
  public:
    UploadRing() = default;
    /// Allows `slots` uploads of at most `slot_bytes` bytes each to be pending. Throws like
    /// MemoryProvider::allocate.
    UploadRing(std::uint32_t slots, std::uint64_t slot_bytes, std::string_view label);
    UploadRing(UploadRing&&) noexcept = default;
    UploadRing& operator=(UploadRing&&) noexcept = default;

    std::uint64_t slot_bytes() const { return slot_bytes_; }
    /// Submits a copy to the front of `to`; commands submitted later see it. Preconditions: the data fits
    /// into a slot (throws std::out_of_range), and the GPU is done with the upload made `slots` uploads ago.
    void upload(std::span<const std::byte> data, const Buffer& to);

  private:
    std::uint32_t slots_ = 0, next_ = 0;
    std::uint64_t slot_bytes_ = 0;
    std::byte* mapped_ = nullptr;  // valid as long as buffer_, whose construction sets it
    Buffer buffer_;
};

}  // namespace winnow::gl
