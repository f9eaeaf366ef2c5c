#include "gl/staging.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "support/gl_answers.h"
#include "support/gl_fixture.h"
#include "support/words.h"

namespace winnow::gl {
namespace {

using test::Words;

class StagingTest : public test::GlTest {};

TEST_F(StagingTest, CarriesEachOfSeveralCopies) {
    const Buffer first = test::upload(Words(100, 1), "test: first");
    const Buffer second = test::upload(Words(100, 2), "test: second");
    Staging staging;
    staging.write_all(first, Words{3, 4, 5});
    staging.write_all(second, Words{6, 7});
    EXPECT_EQ(staging.read_all<std::uint32_t>(first, 4), (Words{3, 4, 5, 1}));
    EXPECT_EQ(staging.read_all<std::uint32_t>(second, 4), (Words{6, 7, 2, 2}));
    EXPECT_EQ(first.read_all<std::uint32_t>(4), (Words{3, 4, 5, 1}));
}

TEST_F(StagingTest, CopiesMoreThanItHoldsAtOnce) {
    constexpr std::size_t words = staged_at_once / word_bytes + 5;
    const Buffer buffer = plain_memory()->allocate(words * word_bytes, "test: large");
    Words sent(words);
    for (std::size_t i = 0; i < words; ++i) sent[i] = static_cast<std::uint32_t>(i);
    Staging staging;
    staging.write_all(buffer, sent);
    EXPECT_TRUE(staging.read_all<std::uint32_t>(buffer, words) == sent);
}

TEST_F(StagingTest, MakesABufferOnlyForALargerCopy) {
    const Buffer buffer = test::upload(Words(100, 1), "test: staged");
    Staging staging;
    const test::BufferCount made;
    staging.read_all<std::uint32_t>(buffer, 50);
    EXPECT_EQ(made.take(), 1);
    staging.write_all(buffer, Words(50, 2));
    staging.read_all<std::uint32_t>(buffer, 7);
    EXPECT_EQ(made.take(), 0);
    staging.read_all<std::uint32_t>(buffer, 51);
    EXPECT_EQ(made.take(), 1);
}

TEST_F(StagingTest, RefusesWhatLiesOutsideTheBuffer) {
    const Buffer buffer = test::upload(Words(4, 1), "test: small");
    Staging staging;
    EXPECT_THROW(staging.read_all<std::uint32_t>(buffer, 5), std::out_of_range);
    EXPECT_THROW(staging.write_all(buffer, Words(5, 2)), std::out_of_range);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(4), Words(4, 1));
}

}  // namespace
}  // namespace winnow::gl
