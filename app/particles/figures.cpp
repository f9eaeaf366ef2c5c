#include "particles/figures.h"

#include <bit>
#include <cstring>

#include "shaders/shared.h"

namespace winnow::particles {
namespace {

/// Returns the number that has this key; see shaders/particles/bounds.glsl.
float from_key(std::uint32_t key) {
    constexpr std::uint32_t sign = 0x80000000;
    return std::bit_cast<float>((key & sign) != 0 ? key & ~sign : ~key);
}

std::optional<Box> box_of(const shared::Pool& pool) {
    if (pool.high_x == 0) return std::nullopt;
    return box_of_keys({pool.low_x, pool.low_y, pool.low_z}, {pool.high_x, pool.high_y, pool.high_z});
}

StepFigures figures_of(const std::byte* copied, const FigureQueue::Submission& known) {
    shared::Pool pool;
    std::memcpy(&pool, copied, sizeof pool);
    StepFigures figures;
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

}  // namespace

Box box_of_keys(const glm::uvec3& low, const glm::uvec3& high) {
    return {{from_key(~low.x), from_key(~low.y), from_key(~low.z)},
            {from_key(high.x), from_key(high.y), from_key(high.z)}};
}

FigureQueue::FigureQueue() : ring_(slots, sizeof(shared::Pool), "particles: figures") {}

void FigureQueue::announce(const Submission& submission) {
    submissions_[announced_++ % slots] = submission;
    births_on_the_way_ += submission.max_births;
}

void FigureQueue::submit(const gl::Buffer& pool) {
    ring_.submit(pool);
}

void FigureQueue::poll() {
    for (; const std::byte* pool = ring_.arrived(); ring_.taken()) {
        const Submission& known = submissions_[arrived_++ % slots];
        fetched_.push_back(figures_of(pool, known));
        alive_ = fetched_.back().alive;
        births_on_the_way_ -= known.max_births;
    }
}

void FigureQueue::restart(std::uint32_t alive) {
    ring_.forget();
    arrived_ = announced_;
    alive_ = alive;
    births_on_the_way_ = 0;
    fetched_.clear();
}

}  // namespace winnow::particles
