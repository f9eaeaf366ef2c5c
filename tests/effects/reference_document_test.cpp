// Checks that the documentation of effects equals the one that the table of fields gives.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "effects/reference.h"
#include "support/places.h"

namespace winnow::effects {
namespace {

TEST(ReferenceDocument, SaysWhatTheTablesSay) {
    std::ifstream file(test::source("docs/effects.md"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_NE(text.find(module_reference_markdown()), std::string::npos) << module_reference_markdown();
    EXPECT_NE(text.find(expression_reference_markdown()), std::string::npos)
        << expression_reference_markdown();
    EXPECT_NE(text.find(effect_reference_markdown()), std::string::npos) << effect_reference_markdown();
    EXPECT_NE(text.find(settings_reference_markdown()), std::string::npos) << settings_reference_markdown();
}

}  // namespace
}  // namespace winnow::effects
