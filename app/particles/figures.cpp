#include "particles/figures.h"

#include <cstring>
#include <utility>

#include "gl/barrier.h"
#include "shaders/shared.h"

namespace winnow::particles {

FigureQueue::FigureQueue() : memory_(slots * sizeof(shared::Pool), "particles: figures") {}

void FigureQueue::submit(const gl::Buffer& pool, std::uint64_t step, bool hashed, bool fell_back) {
    if (pending_.size() == slots) {
        pending_.front().fence.wait();
        finished_.push_back(read(pending_.front()));
        pending_.pop_front();
    }
    Pending pending;
    pending.slot = next_slot_;
    next_slot_ = (next_slot_ + 1) % slots;
    pending.known.step = step;
    pending.known.hashed = hashed;
    pending.known.fell_back = fell_back;
    gl::readback_barrier();
    gl::copy_small(pool, 0, memory_.buffer(), pending.slot * sizeof(shared::Pool), sizeof(shared::Pool));
    gl::readback_barrier();  // the copy, to the mapped memory
    pending.fence = gl::Fence::here();
    pending_.push_back(std::move(pending));
}

Figures FigureQueue::read(const Pending& pending) const {
    shared::Pool pool;
    std::memcpy(&pool, memory_.data() + pending.slot * sizeof pool, sizeof pool);
    Figures figures = pending.known;
    figures.alive = pool.alive;
    figures.born = pool.born;
    figures.died = pool.died;
    figures.replaced = pool.replaced;
    figures.dropped = pool.dropped;
    if (figures.hashed) figures.hash = std::uint64_t{pool.hash_high} << 32 | pool.hash_low;
    return figures;
}

std::vector<Figures> FigureQueue::take() {
    while (!pending_.empty() && pending_.front().fence.passed()) {
        finished_.push_back(read(pending_.front()));
        pending_.pop_front();
    }
    return std::exchange(finished_, {});
}

void FigureQueue::wait_for_all() {
    if (!pending_.empty()) pending_.back().fence.wait();
}

void FigureQueue::clear() {
    pending_.clear();
    finished_.clear();
}

}  // namespace winnow::particles
