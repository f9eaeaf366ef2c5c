// Rings of slots through which the CPU and the GPU exchange small data without waiting for each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gl/buffer.h"
#include "gl/fence.h"

namespace winnow::gl {

/// Slots in memory that the CPU writes while the GPU copies from other slots. The ring does not know when the
/// GPU has read a slot: the caller must not upload to a slot that is still being read.
class UploadRing {
  public:
    UploadRing() = default;
    /// At most `slots` uploads of at most `slot_bytes` each can be on their way. Throws as
    /// MemoryProvider::allocate does.
    UploadRing(std::uint32_t slots, std::uint64_t slot_bytes, std::string_view label);
    UploadRing(UploadRing&&) noexcept = default;
    UploadRing& operator=(UploadRing&&) noexcept = default;

    std::uint64_t slot_bytes() const { return slot_bytes_; }
    /// Submits the copy to `to`, from `offset` on, in bytes; commands submitted later see it. Preconditions:
    /// the data fit into a slot (throws std::out_of_range), and the GPU has finished the upload made `slots`
    /// uploads before.
    void upload(std::span<const std::byte> data, const Buffer& to, std::uint64_t offset = 0);

  private:
    std::uint32_t slots_ = 0, next_ = 0;
    std::uint64_t slot_bytes_ = 0;
    std::byte* mapped_ = nullptr;  // set once the buffer is made; valid as long as the buffer
    Buffer buffer_;
};

/// Slots in memory that the GPU writes and the CPU reads later, in the order of submission. Only
/// wait_for_all() waits, and nothing is allocated after construction.
class ReadbackRing {
  public:
    /// Throws as MemoryProvider::allocate does.
    ReadbackRing(std::uint32_t slots, std::uint64_t slot_bytes, std::string_view label);

    /// Returns true if there is a slot for one submission more; asks the GPU.
    bool has_room();
    /// Copies a slot's bytes from `offset` on, in the state after the commands submitted so far.
    /// Precondition: has_room() (throws std::logic_error).
    void submit(const Buffer& from, std::uint64_t offset = 0);
    /// Returns the oldest submission that was not taken, or null if it has not arrived. Valid until taken().
    const std::byte* arrived();
    /// Frees the slot that arrived() returned.
    void taken() { free_oldest(); }
    void wait_for_all() const;
    /// Discards all submissions that were not taken; their slots are free once the GPU has written them.
    void forget() { forgotten_ = count_; }

  private:
    std::size_t slot(std::uint32_t i) const { return (oldest_ + i) % fences_.size(); }
    void free_oldest();

    std::uint64_t slot_bytes_;
    ReadbackBuffer memory_;
    std::vector<Fence> fences_;  // one per slot
    // The slots in use are `count_` from `oldest_` on; the first `finished_` of them have passed their fences
    // and the first `forgotten_` are discarded.
    std::uint32_t oldest_ = 0, count_ = 0, finished_ = 0, forgotten_ = 0;
};

}  // namespace winnow::gl
