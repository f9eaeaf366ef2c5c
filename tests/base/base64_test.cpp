// The vectors of RFC 4648, section 10, all lengths, and texts that are refused.
#include "base/base64.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

namespace winnow {
namespace {

TEST(Base64, HasTheVectorsOfTheStandard) {
    constexpr std::array<std::pair<const char*, const char*>, 7> vectors{{{"", ""},
                                                                          {"f", "Zg=="},
                                                                          {"fo", "Zm8="},
                                                                          {"foo", "Zm9v"},
                                                                          {"foob", "Zm9vYg=="},
                                                                          {"fooba", "Zm9vYmE="},
                                                                          {"foobar", "Zm9vYmFy"}}};
    for (const auto& [bytes, text] : vectors) {
        EXPECT_EQ(to_base64(bytes), text);
        EXPECT_EQ(from_base64(text), bytes);
    }
}

TEST(Base64, HasAllBytes) {
    std::string bytes;
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(from_base64(to_base64(bytes)), bytes) << i;
        bytes += static_cast<char>(i * 37);
    }
}

TEST(Base64, RefusesWhatIsNone) {
    for (const char* text : {"Z", "Zg", "Zg=", "Zg===", "Z===", "====", "Zm9v\n", "Zm9-", "Zh==", "Zg==Zg=="})
        EXPECT_FALSE(from_base64(text)) << text;
}

}  // namespace
}  // namespace winnow
