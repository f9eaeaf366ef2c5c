// Checks the figures on their way from the GPU: each arrives once, in order, with the pool's content at its
// submission.
#include "particles/figures.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "shaders/shared.h"
#include "support/gl_fixture.h"

namespace winnow::particles {
namespace {

class FiguresTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        queue_ = std::make_unique<FigureQueue>();
        pool_ = gl::plain_memory()->allocate(sizeof(shared::Pool), "test pool");
    }

    /// Submits step number `step`; the same number of particles is alive after it.
    void submit(std::uint32_t step) {
        shared::Pool pool{};
        pool.alive = step;
        pool.hash_low = 7;
        pool.hash_high = 9;
        pool_.write_all(std::span(&pool, 1));
        queue_->announce({.step = step, .hashed = step % 2 == 1, .max_births = 10 * step});
        queue_->submit(pool_);
    }

    std::vector<StepFigures> wait() {
        queue_->wait_for_all();
        queue_->poll();
        return queue_->take();
    }

    std::unique_ptr<FigureQueue> queue_;
    gl::Buffer pool_;
};

TEST_F(FiguresTest, ArriveOnceAndInOrder) {
    for (const std::uint32_t step : {1u, 2u, 3u}) submit(step);
    const auto figures = wait();
    ASSERT_EQ(figures.size(), 3u);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(figures[i].step, i + 1);
        EXPECT_EQ(figures[i].alive, i + 1);
        EXPECT_EQ(figures[i].hash, figures[i].hashed ? 0x900000007u : 0u);
        EXPECT_EQ(figures[i].bounds, std::nullopt);
    }
    EXPECT_TRUE(wait().empty());
}

TEST_F(FiguresTest, TheLivingAreBoundedByTheirNumberAndWhatMayHaveBeenBornSince) {
    submit(1);
    submit(2);
    EXPECT_EQ(queue_->alive_bound(), 30u);
    wait();
    EXPECT_EQ(queue_->alive_bound(), 2u);
    submit(4);
    EXPECT_EQ(queue_->alive_bound(), 42u);
    queue_->restart(5);
    EXPECT_EQ(queue_->alive_bound(), 5u);
    submit(6);
    EXPECT_EQ(queue_->alive_bound(), 65u);
    ASSERT_EQ(wait().size(), 1u) << "figures from before the restart never arrive";
    EXPECT_EQ(queue_->alive_bound(), 6u);
}

TEST_F(FiguresTest, WhatWasFetchedBeforeARestartIsNotTaken) {
    submit(1);
    queue_->wait_for_all();
    queue_->poll();
    queue_->restart(0);
    EXPECT_TRUE(queue_->take().empty());
}

TEST_F(FiguresTest, NoMoreAreOnTheWayThanThereAreSlots) {
    std::uint32_t step = 0;
    for (int round = 0; round < 3; ++round) {
        for (std::uint32_t i = 0; i < FigureQueue::slots; ++i) {
            ASSERT_TRUE(queue_->has_room());
            submit(++step);
        }
        ASSERT_FALSE(queue_->has_room());
        EXPECT_THROW(queue_->submit(pool_), std::logic_error);
        const auto figures = wait();
        ASSERT_EQ(figures.size(), FigureQueue::slots);
        EXPECT_EQ(figures.back().alive, step);
        EXPECT_TRUE(queue_->has_room());
    }
}

}  // namespace
}  // namespace winnow::particles
