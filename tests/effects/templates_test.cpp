// Checks the effects that new ones begin with.
#include "effects/format/templates.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/text.h"
#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"

namespace winnow::effects {
namespace {

TEST(Templates, AreNamedTheEmptyOneFirst) {
    EXPECT_EQ(template_names(), (std::vector<std::string>{"empty", "burst", "fire", "rain", "ribbon", "smoke",
                                                          "text", "trail"}));
    EXPECT_THROW(load_template("fier"), Error);
}

TEST(Templates, AreValidAndAsAPersonWouldWriteThem) {
    for (const std::string& name : template_names()) {
        const Effect effect = load_template(name);
        EXPECT_FALSE(first_sentence(effect.description).empty()) << name;
        EXPECT_NE(effect.name, "") << name;
        EXPECT_EQ(parse(file_text(effect), name), effect) << name;
        EXPECT_NO_THROW(compile(effect)) << name;
    }
}

}  // namespace
}  // namespace winnow::effects
