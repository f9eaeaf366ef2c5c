#include "gl/heartbeat.h"

#include <gtest/gtest.h>

#include "gl/fence.h"
#include "support/gl_fixture.h"

namespace winnow::gl {
namespace {

class HeartbeatTest : public test::GlTest {};

TEST_F(HeartbeatTest, BeatsThatAreWrittenAreNotMissed) {
    Heartbeat heart;
    for (int frame = 0; frame < 20; ++frame) {  // more than can be on their way
        heart.beat();
        if (frame % 5 == 0) finish();
        EXPECT_FALSE(heart.missed()) << frame;
    }
    finish();
    EXPECT_FALSE(heart.missed());
}

TEST_F(HeartbeatTest, ADroppedBeatIsMissedOnce) {
    Heartbeat heart([](const Buffer& word, std::uint32_t number) {
        if (number != 3) word.fill(number);
    });
    for (int frame = 1; frame <= 6; ++frame) {
        heart.beat();
        finish();
        EXPECT_EQ(heart.missed(), frame == 3) << frame;
    }
}

}  // namespace
}  // namespace winnow::gl
