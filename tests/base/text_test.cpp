#include "base/text.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace winnow {
namespace {

constexpr std::array<std::string_view, 4> backends{"auto", "glsl", "cuda", "cpu"};

TEST(Text, ShortensWhatAMessageHasNoRoomFor) {
    EXPECT_EQ(shortened("abc"), "abc");
    EXPECT_EQ(shortened(std::string(100, 'a')), std::string(100, 'a'));
    EXPECT_EQ(shortened(std::string(50'000, 'a') + std::string(50'000, 'b')),
              std::string(50, 'a') + "…" + std::string(50, 'b'));
    EXPECT_EQ(shortened("aäöüb", 6), "aä…üb");
    EXPECT_EQ(shortened("aäöüb", 4), "a…b");
}

TEST(Text, MessagesAreConcise) {
    const std::string word(256, 'x');
    EXPECT_EQ(concise("a  b " + word + " c "), "a  b " + word + " c ");
    EXPECT_EQ(concise("a y" + word + "z"), "a y" + std::string(127, 'x') + "…" + std::string(127, 'x') + "z");
    std::string words;
    for (int i = 0; i < 2000; ++i) words += "w ";
    EXPECT_EQ(concise(words), words.substr(0, 1000) + "…" + words.substr(3000));
}

TEST(Text, JoinsWordsWithOr) {
    using Words = std::vector<std::string_view>;
    EXPECT_EQ(join_or(Words{}), "nothing");
    EXPECT_EQ(join_or(Words{"a"}), "a");
    EXPECT_EQ(join_or(Words{"a", "b"}), "a or b");
    EXPECT_EQ(join_or(Words{"a", "b", "c"}), "a, b or c");
}

TEST(Text, FindsWhatASlipOfTheHandMeant) {
    EXPECT_EQ(nearest("glls", backends),
              std::nullopt);  // two wrong letters of four are too many for a short word
    EXPECT_EQ(nearest("gls", backends), "glsl");
    EXPECT_EQ(nearest("cude", backends), "cuda");
    EXPECT_EQ(nearest("cpu", backends), "cpu");
    EXPECT_EQ(nearest("", backends), std::nullopt);
    EXPECT_EQ(nearest("vulkan", backends), std::nullopt);
    constexpr std::array<std::string_view, 2> keys{"lifetime_least", "lifetime_most"};
    EXPECT_EQ(nearest("life_time_most", keys), "lifetime_most");
}

TEST(Text, DoesNotCompareWordsOfAbsurdLength) {
    const std::string long_word(10'000'000, 'g');
    EXPECT_EQ(nearest(long_word, backends), std::nullopt);
}

TEST(Text, AsksWhetherTheNearestWasMeant) {
    EXPECT_EQ(did_you_mean("cuca", backends), " (did you mean cuda?)");
    EXPECT_EQ(did_you_mean("metal", backends), "");
}

TEST(Text, WritesHashesWith16Digits) {
    EXPECT_EQ(hex16(0), "0000000000000000");
    EXPECT_EQ(hex16(0xABCu), "0000000000000abc");
    EXPECT_EQ(hex16(~std::uint64_t{0}), "ffffffffffffffff");
}

TEST(Text, WritesSizes) {
    EXPECT_EQ(bytes_text(0), "0 bytes");
    EXPECT_EQ(bytes_text(10 * 1024 - 1), "10239 bytes");
    EXPECT_EQ(bytes_text(10 * 1024), "10 KiB");
    EXPECT_EQ(bytes_text(12 * 1024 * 1024), "12.0 MiB");
    EXPECT_EQ(bytes_text(std::uint64_t{3} << 29), "1.50 GiB");
}

TEST(Text, CountsThings) {
    EXPECT_EQ(counted(0, "frame"), "0 frames");
    EXPECT_EQ(counted(1, "frame"), "1 frame");
    EXPECT_EQ(counted(1234, "step"), "1,234 steps");
}

}  // namespace
}  // namespace winnow
