#include "particles/figures.h"

#include <bit>
#include <cstring>
#include <stdexcept>

#include "gl/fence.h"
#include "shaders/shared.h"

namespace winnow::particles {
namespace {

/// The number whose key this is; see shaders/particles/bounds.glsl.
float from_key(std::uint32_t key) {
    constexpr std::uint32_t sign = 0x80000000;
    return std::bit_cast<float>((key & sign) != 0 ? key & ~sign : ~key);
}

std::optional<Box> box_of(const shared::Pool& pool) {
    if (pool.high_x == 0) return std::nullopt;
    return Box{{from_key(~pool.low_x), from_key(~pool.low_y), from_key(~pool.low_z)},
               {from_key(pool.high_x), from_key(pool.high_y), from_key(pool.high_z)}};
}

}  // namespace

FigureQueue::FigureQueue() : memory_(slots * sizeof(shared::Pool), "particles: figures") {}

bool FigureQueue::has_room() {
    while (finished_ < count_ && at(finished_).fence.passed()) ++finished_;
    while (finished_ > 0 && !at(0).wanted) {  // nobody will take it
        oldest_ = (oldest_ + 1) % slots;
        --count_;
        --finished_;
    }
    return count_ < slots;
}

void FigureQueue::submit(const gl::Buffer& pool, const Submission& submission) {
    if (!has_room()) throw std::logic_error("figures of more steps are on their way than there are slots");
    const std::uint32_t slot = (oldest_ + count_) % slots;
    gl::readback_barrier();
    gl::copy_small(pool, 0, memory_.buffer(), slot * sizeof(shared::Pool), sizeof(shared::Pool));
    gl::readback_barrier();  // the copy, to the mapped memory
    pending_[slot] = {submission, true, gl::Fence::here()};
    ++count_;
    births_on_the_way_ += submission.most_births;
}

Figures FigureQueue::read(std::uint32_t slot) const {
    shared::Pool pool;
    std::memcpy(&pool, memory_.data() + slot * sizeof pool, sizeof pool);
    const Submission& known = pending_[slot].known;
    Figures figures;
    figures.step = known.step;
    figures.hashed = known.hashed;
    figures.fell_back = known.fell_back;
    figures.alive = pool.alive;
    figures.born = pool.born;
    figures.died = pool.died;
    figures.replaced = pool.replaced;
    figures.dropped = pool.dropped + known.beyond;
    figures.lost = pool.lost;
    figures.bounds = box_of(pool);
    if (figures.hashed) figures.hash = std::uint64_t{pool.hash_high} << 32 | pool.hash_low;
    return figures;
}

void FigureQueue::take_into(std::vector<Figures>& figures) {
    for (has_room(); finished_ > 0; has_room()) {
        figures.push_back(read(oldest_));
        births_on_the_way_ -= at(0).known.most_births;
        at(0).wanted = false;
    }
}

void FigureQueue::wait_for_all() {
    if (count_ > 0) at(count_ - 1).fence.wait();
}

void FigureQueue::clear() {
    for (std::uint32_t i = 0; i < count_; ++i) at(i).wanted = false;
    births_on_the_way_ = 0;
}

}  // namespace winnow::particles
