#include "base/embedded.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace winnow {
namespace {

constexpr EmbeddedFile file(std::string_view path, std::string_view text) {
    return {path, text.data(), text.data() + text.size()};
}

constexpr std::array files{file("page", "<{{title}}>{{style}}{{title}}"), file("style", "{{title}}"),
                           file("plain", "no part")};

TEST(PageTemplate, PartsAreTextsOrFilesAndAreNotSearched) {
    EXPECT_EQ(filled_template(files, "page", {{"title", "{{style}}"}}), "<{{style}}>{{title}}{{style}}");
    EXPECT_EQ(filled_template(files, "plain", {{"title", "unused"}}), "no part");
}

TEST(PageTemplate, ATextReplacesTheFileOfItsName) {
    EXPECT_EQ(filled_template(files, "page", {{"title", "a"}, {"style", ""}}), "<a>a");
}

TEST(PageTemplate, AMissingPartOrFileIsAnError) {
    EXPECT_THROW(filled_template(files, "page", {}), std::logic_error);
    EXPECT_THROW(filled_template(files, "absent", {}), std::logic_error);
}

}  // namespace
}  // namespace winnow
