#include "gl/upload_ring.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace winnow::gl
