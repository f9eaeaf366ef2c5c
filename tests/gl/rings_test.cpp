#include "gl/rings.h"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <stdexcept>
#include <vector>

#include "support/gl_fixture.h"

namespace winnow::gl {
namespace {

class UploadRingTest : public test::GlTest {
  protected:
    static constexpr std::uint32_t slots = 3;
    UploadRing ring_ = {};
    Buffer target_;

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        ring_ = UploadRing(slots, 4 * sizeof(std::uint32_t), "test: ring");
        target_ = plain_memory()->allocate(6 * sizeof(std::uint32_t), "test: target");
        target_.fill(9);
    }

    void upload(const std::vector<std::uint32_t>& words) {
        ring_.upload(std::as_bytes(std::span(words)), target_);
    }
    std::vector<std::uint32_t> read() const { return target_.read_all<std::uint32_t>(6); }
};

TEST_F(UploadRingTest, EachUploadArrivesRoundAndRound) {
    for (std::uint32_t i = 0; i < 3 * slots; ++i) {
        upload({i, i + 1, i + 2, i + 3});
        EXPECT_EQ(read(), (std::vector<std::uint32_t>{i, i + 1, i + 2, i + 3, 9, 9}));
    }
}

TEST_F(UploadRingTest, WritesNoMoreThanItWasGiven) {
    upload({1, 2});
    EXPECT_EQ(read(), (std::vector<std::uint32_t>{1, 2, 9, 9, 9, 9}));
}

TEST_F(UploadRingTest, RefusesMoreThanASlot) {
    EXPECT_THROW(upload({1, 2, 3, 4, 5}), std::out_of_range);
    EXPECT_EQ(read(), (std::vector<std::uint32_t>(6, 9)));
}

class ReadbackRingTest : public test::GlTest {
  protected:
    static constexpr std::uint32_t slots = 3;
    std::optional<ReadbackRing> ring_;
    Buffer source_;

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        ring_.emplace(slots, sizeof(std::uint32_t), "test: ring");
        source_ = plain_memory()->allocate(2 * sizeof(std::uint32_t), "test: source");
    }

    void submit(std::uint32_t word) {
        source_.fill(word, sizeof word, sizeof word);
        ring_->submit(source_, sizeof word);
    }
    /// Returns everything that arrives once the GPU is done.
    std::vector<std::uint32_t> take() {
        ring_->wait_for_all();
        std::vector<std::uint32_t> words;
        for (; const std::byte* arrived = ring_->arrived(); ring_->taken())
            std::memcpy(&words.emplace_back(), arrived, sizeof(std::uint32_t));
        return words;
    }
};

TEST_F(ReadbackRingTest, SubmissionsArriveOnceAndInOrderRoundAndRound) {
    EXPECT_TRUE(take().empty());
    for (std::uint32_t i = 0; i < 3 * slots; i += 2) {
        submit(i);
        submit(i + 1);
        EXPECT_EQ(take(), (std::vector<std::uint32_t>{i, i + 1}));
        EXPECT_TRUE(take().empty());
    }
}

TEST_F(ReadbackRingTest, RefusesMoreThanThereAreSlots) {
    for (std::uint32_t i = 0; i < slots; ++i) {
        EXPECT_TRUE(ring_->has_room());
        submit(i);
    }
    ring_->wait_for_all();
    EXPECT_FALSE(ring_->has_room()) << "a submission that has arrived keeps its slot until it is taken";
    EXPECT_THROW(submit(7), std::logic_error);
    ASSERT_NE(ring_->arrived(), nullptr);
    ring_->taken();
    EXPECT_TRUE(ring_->has_room());
    submit(3);
    EXPECT_EQ(take(), (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST_F(ReadbackRingTest, WhatIsForgottenNeverArrives) {
    submit(1);
    submit(2);
    ring_->forget();
    submit(3);
    EXPECT_EQ(take(), std::vector<std::uint32_t>{3});
    for (std::uint32_t i = 0; i < slots; ++i) submit(i);
    ring_->wait_for_all();
    ASSERT_NE(ring_->arrived(), nullptr);
    ring_->forget();
    EXPECT_EQ(ring_->arrived(), nullptr);
    EXPECT_TRUE(ring_->has_room());
    submit(4);
    EXPECT_EQ(take(), std::vector<std::uint32_t>{4});
}

}  // namespace
}  // namespace winnow::gl
