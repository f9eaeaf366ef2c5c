#include "gl/upload_ring.h"

#include <cstring>
#include <stdexcept>

namespace winnow::gl {

UploadRing::UploadRing(std::uint32_t slots, std::uint64_t slot_bytes, std::string_view label)
    : slots_(slots), slot_bytes_(slot_bytes), buffer_(make_mapped(slots * slot_bytes, label, &mapped_)) {}

void UploadRing::upload(std::span<const std::byte> data, const Buffer& to) {
    if (data.size() > slot_bytes_) throw std::out_of_range(buffer_.label() + ": more than a slot holds");
    const std::uint64_t at = next_ * slot_bytes_;
    next_ = (next_ + 1) % slots_;
    std::memcpy(mapped_ + at, data.data(), data.size());
    copy_small(buffer_, at, to, 0, data.size());
}

}  // namespace winnow::gl
