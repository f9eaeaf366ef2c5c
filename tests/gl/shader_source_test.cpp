// Checks includes, and the mapping of a driver's message to file and line. No context is needed.
#include "gl/shader_source.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/errors.h"
#include "support/failing_allocations.h"

namespace winnow::gl {
namespace {

using Files = std::map<std::string, std::string>;

ExpandedSource expand_from(const Files& files, const std::string& path, const Defines& defines = {}) {
    return expand(path, defines, [&](const std::string& file) {
        const auto found = files.find(file);
        if (found == files.end()) bad_input("{} does not exist", file);
        return found->second;
    });
}

std::string expand_error(const Files& files, const Defines& defines = {},
                         const std::string& path = "main.comp") {
    try {
        expand_from(files, path, defines);
    } catch (const SourceError& error) {
        return fmt::format("{}:{}: {}", error.where().file, error.where().line, error.where().text);
    }
    return "no error";
}

TEST(Expand, IsWholeOrThrowsWhenMemoryIsShort) {
    const std::string line(100, '/');  // longer than a string holds without an allocation
    const Files files{{"main.comp", line + "\n#include \"a.glsl\"\n" + line + "\n"}, {"a.glsl", line + "\n"}};

    const std::string whole = expand_from(files, "main.comp").text;
    const long failed =
        test::fail_each_allocation([&] { EXPECT_EQ(expand_from(files, "main.comp").text, whole); });
    EXPECT_GT(failed, 5);
}

TEST(Expand, PutsVersionAndDefinesFirst) {
    const auto source =
        expand_from({{"main.comp", "void main() {}\n"}}, "main.comp", {{"N", "3"}, {"FAST", ""}});
    EXPECT_EQ(source.text, "#version 450 core\n#define N 3\n#define FAST \nvoid main() {}\n");
    EXPECT_EQ(source.files, std::vector<std::string>{"main.comp"});
}

TEST(Expand, KnowsWhereEveryLineComesFrom) {
    const auto source =
        expand_from({{"main.comp", "a\n#include \"sub/b.glsl\"\nc"}, {"sub/b.glsl", "b1\nb2"}}, "main.comp");

    EXPECT_EQ(source.text, "#version 450 core\na\nb1\nb2\nc\n");
    EXPECT_EQ(source.files, (std::vector<std::string>{"main.comp", "sub/b.glsl"}));
    std::vector<std::pair<std::size_t, int>> lines;
    for (const SourceLine& line : source.lines) lines.emplace_back(line.file, line.number);
    EXPECT_EQ(lines, (std::vector<std::pair<std::size_t, int>>{{0, 1}, {0, 1}, {1, 1}, {1, 2}, {0, 3}}));
}

TEST(Expand, IncludesEachFileOnce) {
    const Files files{{"main.comp", "#include \"a\"\n#include \"b\"\n#include \"a\"\n"},

                      {"a", "text of a\n#include \"main.comp\"\n"},  // includes itself through main.comp

                      {"b", "  #  include \"a\" // with a comment\ntext of b\n"}};
    const std::string text = expand_from(files, "main.comp").text;
    EXPECT_EQ(text.find("text of a"), text.rfind("text of a"));
    EXPECT_NE(text.find("text of a"), std::string::npos);
    EXPECT_NE(text.find("text of b"), std::string::npos);
    EXPECT_EQ(text.find("include"), std::string::npos);
}

TEST(Expand, TakesAPathFromADefine) {
    const Files files{{"main.comp", "#include SCAN_FILE2\n"}, {"x.glsl", "x\n"}};

    const auto source = expand_from(files, "main.comp", {{"SCAN_FILE2", "\"x.glsl\""}});
    EXPECT_NE(source.text.find("\nx\n"), std::string::npos);
    EXPECT_EQ(source.text.find("#define"), std::string::npos) << "GLSL has no strings";
    EXPECT_EQ(expand_error(files), "main.comp:1: no path is defined as SCAN_FILE2");
    EXPECT_EQ(expand_from(files, "main.comp", {{"SCAN_FILE2", "\"\""}}).text, "#version 450 core\n");
    EXPECT_EQ(expand_from({{"main.comp", "#include X  // why\n"}, {"x.glsl", "x\n"}}, "main.comp",

                          {{"X", "\"x.glsl\""}})
                  .files.size(),
              2u);
}

TEST(Expand, LeavesOutTheIncludesOfCpp) {
    EXPECT_EQ(expand_from({{"main.comp", "#include <cstdint>\nx\n"}}, "main.comp").text,

              "#version 450 core\nx\n");
}

TEST(Expand, TakesOneSectionOfAFileAndWhatIsCommonToAll) {
    const Files files{
        {"main.comp",
         "common\n#section one two\nboth\n#section two\n#include \"two.glsl\"\n#section one\nlast\n"},

        {"two.glsl", "text of two\n"}};
    const auto one = expand_from(files, "main.comp#one");
    EXPECT_EQ(one.text, "#version 450 core\ncommon\nboth\nlast\n");
    EXPECT_EQ(one.files, std::vector<std::string>{"main.comp"});
    EXPECT_EQ(one.lines.back().number, 7);
    EXPECT_EQ(expand_from(files, "main.comp#two").text, "#version 450 core\ncommon\nboth\ntext of two\n");
}

TEST(Expand, RefusesASectionThatIsNotThereAndAFileThatIsNoneOfItsSections) {
    const Files files{{"main.comp", "common\n#section one\ntext\n"},
                      {"plain.comp", "text\n"},
                      {"outer.comp", "\n#include \"main.comp\"\n"}};

    EXPECT_EQ(expand_error(files, {}, "main.comp#two"), "main.comp:0: has no section two");
    EXPECT_EQ(expand_error(files, {}, "plain.comp#one"), "plain.comp:0: has no section one");
    EXPECT_EQ(expand_error(files, {}, "main.comp"),
              "main.comp:2: the file has sections, and none is asked for");
    EXPECT_EQ(expand_error(files, {}, "outer.comp"),
              "main.comp:2: the file has sections, and none is asked for");
}

TEST(Expand, SaysWhichIncludeIsToBlame) {
    EXPECT_EQ(expand_error({{"main.comp", "\n\n#include \"gone\"\n"}}), "main.comp:3: gone does not exist");

    EXPECT_EQ(expand_error({{"main.comp", "#include \"a\"\n"}, {"a", "\n#include \"gone\"\n"}}),

              "a:2: gone does not exist");
    test::expect_error(ExitStatus::bad_input, "main.comp does not exist",
                       [] { expand_from({}, "main.comp"); });
}

/// The lines are: #version, 1 and 2 of main.comp, 1 to 3 of sub/tile.glsl, 4 of main.comp.
const ExpandedSource source{
    "", {"main.comp", "sub/tile.glsl"}, {{0, 1}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {1, 3}, {0, 4}}};

void expect_located(const std::string& log, const std::vector<ShaderError>& expected) {
    EXPECT_EQ(locate_errors(log, source), expected) << log;
}

TEST(LocateErrors, ReadsMesa) {
    expect_located(
        "0:5(5): error: `x' undeclared\n0:3(1): warning: `y' used uninitialized\n"
        "0:7(10): error: syntax error, unexpected IDENTIFIER\n",
        {{"sub/tile.glsl", 2, "error: `x' undeclared"},
         {"main.comp", 4, "error: syntax error, unexpected IDENTIFIER"}});
}

TEST(LocateErrors, ReadsNvidia) {
    expect_located(
        "0(5) : error C1503: undefined variable \"x\"\n"
        "0(3) : warning C7050: \"y\" might be used before being initialized\n",
        {{"sub/tile.glsl", 2, "error C1503: undefined variable \"x\""}});
}

TEST(LocateErrors, ReadsAmdAndIntel) {
    expect_located(
        "ERROR: 0:5: 'x' : undeclared identifier\n"
        "WARNING: 0:3: 'y' : used before being initialized\n"
        "ERROR: 1 compilation errors.  No code generated.\n",
        {{"sub/tile.glsl", 2, "'x' : undeclared identifier"}});
}

TEST(LocateErrors, KeepsErrorsThatSpeakOfWarnings) {
    expect_located("0:3(1): error: this warning counts as an error\n",
                   {{"main.comp", 2, "error: this warning counts as an error"}});
}

TEST(LocateErrors, AlwaysReturnsAnError) {
    expect_located("something else went wrong\nand more", {{"main.comp", 0, "something else went wrong"}});
    expect_located("", {{"main.comp", 0, "does not compile; the driver gives no reason"}});
    expect_located("0:8(1): error: beyond\n", {{"main.comp", 0, "error: beyond"}});
    expect_located("0:0(0): error: before\n", {{"main.comp", 0, "error: before"}});
    // No line has this number, and nothing overflows.
    expect_located("0:99999999999999999999(1): error: e\n", {{"main.comp", 0, "error: e"}});
}

}  // namespace
}  // namespace winnow::gl
