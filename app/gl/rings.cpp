#include "gl/rings.h"

#include <cstring>
#include <stdexcept>

#include "gl/fence.h"

namespace winnow::gl {

UploadRing::UploadRing(std::uint32_t slots, std::uint64_t slot_bytes, std::string_view label)
    : slots_(slots), slot_bytes_(slot_bytes), buffer_(make_mapped(slots * slot_bytes, label, &mapped_)) {}

void UploadRing::upload(std::span<const std::byte> data, const Buffer& to, std::uint64_t offset) {
    if (data.size() > slot_bytes_) throw std::out_of_range(buffer_.label() + ": the data exceed a slot");
    const std::uint64_t at = next_ * slot_bytes_;
    next_ = (next_ + 1) % slots_;
    std::memcpy(mapped_ + at, data.data(), data.size());
    copy_small(buffer_, at, to, offset, data.size());
}

ReadbackRing::ReadbackRing(std::uint32_t slots, std::uint64_t slot_bytes, std::string_view label)
    : slot_bytes_(slot_bytes), memory_(slots * slot_bytes, label), fences_(slots) {}

bool ReadbackRing::has_room() {
    while (finished_ < count_ && fences_[slot(finished_)].passed()) ++finished_;
    while (forgotten_ > 0 && finished_ > 0) {
        free_oldest();
        --forgotten_;
    }
    return count_ < fences_.size();
}

void ReadbackRing::submit(const Buffer& from, std::uint64_t offset) {
    if (!has_room()) throw std::logic_error(memory_.buffer().label() + ": no slot is free");
    const std::size_t at = slot(count_);
    copy_small(from, offset, memory_.buffer(), at * slot_bytes_, slot_bytes_);
    readback_barrier();  // makes the copy visible in the mapped memory
    fences_[at] = Fence::here();
    ++count_;
}

const std::byte* ReadbackRing::arrived() {
    has_room();  // frees the slots of discarded submissions
    return finished_ > 0 ? memory_.data() + oldest_ * slot_bytes_ : nullptr;
}

void ReadbackRing::free_oldest() {
    oldest_ = static_cast<std::uint32_t>(slot(1));
    --count_;
    --finished_;
}

void ReadbackRing::wait_for_all() const {
    if (count_ > 0) fences_[slot(count_ - 1)].wait();
}

}  // namespace winnow::gl
