// Checks programs as they run: uniforms, dispatches, includes, and errors with their place.
#include "gl/program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "gl/fence.h"
#include "shaders/shared.h"
#include "support/errors.h"
#include "support/gl_answers.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"
#include "support/words.h"

namespace winnow::gl {
namespace {

using test::expect_error;
using test::Words;

const std::string writes_out = "layout(std430, binding = 0) buffer Out { uint result[]; };\n";
const std::string one_thread = "layout(local_size_x = 1) in;\n" + writes_out;

/// Answers as a driver that builds beside the caller and has not finished.
PFNGLGETPROGRAMIVPROC get_program = nullptr;
void GLAD_API_PTR still_building(GLuint program, GLenum what, GLint* value) {
    get_program(program, what, value);
    if (what == GL_COMPLETION_STATUS_KHR) *value = 0;
}

class ProgramTest : public test::GlTest {
  protected:
    /// Returns what the program writes into `words` words that were zero.
    static Words results(const Program& program, std::size_t words, Groups groups = {1}) {
        const Buffer out = test::upload(Words(words), "test results");
        out.bind_storage(0);
        program.dispatch(groups);
        return out.read_all<std::uint32_t>(words);
    }

    test::ShippedShaders folder_;
};

TEST_F(ProgramTest, TakesUniformsOfEveryKind) {
    folder_.write("u.comp", one_thread + R"(
        uniform uint u; uniform int i; uniform bool b; uniform float f;
        uniform vec2 v2; uniform vec3 v3; uniform vec4 v4; uniform mat4 m;
        void main() {
            result[0] = u; result[1] = uint(-i); result[2] = b ? 1u : 0u; result[3] = uint(f);
            result[4] = uint(v2.y); result[5] = uint(v3.z); result[6] = uint(v4.w); result[7] = uint(m[3][1]);
        })");
    ShaderLibrary library(folder_.path());
    const Program program = library.load_compute("u.comp");
    glm::mat4 matrix(0.0f);
    matrix[3][1] = 8.0f;
    program.set("u", 0xFFFFFFFFu);
    program.set("i", -2);
    program.set("b", 1);
    program.set("f", 4.0f);
    program.set("v2", glm::vec2(0, 5));
    program.set("v3", glm::vec3(0, 0, 6));
    program.set("v4", glm::vec4(0, 0, 0, 7));
    program.set("m", matrix);
    program.set("optimised_away", 1.0f);  // no error: drivers drop what a variant does not use
    EXPECT_EQ(results(program, 8), (Words{0xFFFFFFFFu, 2, 1, 4, 5, 6, 7, 8}));
}

TEST_F(ProgramTest, FoldedGroupsAreNumberedWithoutGaps) {
    folder_.write("g.comp", "#include \"common.glsl\"\n" + one_thread + R"(
        uniform uint groups;
        void main() { if (group_index() < groups) atomicAdd(result[group_index()], 1u); })");
    ShaderLibrary library(folder_.path());
    const Program program = library.load_compute("g.comp");
    const std::uint32_t groups = shared::FOLDED_GROUPS + 7;
    program.set("groups", groups);
    EXPECT_EQ(results(program, groups + 1, Groups::over(groups, 1)), [&] {
        Words once(groups, 1);
        once.push_back(0);
        return once;
    }());
}

TEST_F(ProgramTest, ShadersFoldAsTheHostDoes) {
    folder_.write("f.comp", "#include \"common.glsl\"\n" + one_thread + R"(
        uniform uint groups;
        void main() { uvec3 g = folded_groups(groups); result[0] = g.x; result[1] = g.y; result[2] = g.z; })");
    ShaderLibrary library(folder_.path());
    const Program program = library.load_compute("f.comp");
    for (const std::uint32_t groups : {0u, 1u, 32767u, 32768u, 32769u, 65536u, 65537u, 524288u}) {
        program.set("groups", groups);
        const Groups host = Groups::over(groups, 1);
        EXPECT_EQ(results(program, 3), (Words{host.x, host.y, host.z})) << groups;
    }
}

TEST_F(ProgramTest, NoGroupsAreNoDispatch) {
    folder_.write("n.comp", one_thread + "void main() { result[0] = 1u; }");
    ShaderLibrary library(folder_.path());
    EXPECT_EQ(results(library.load_compute("n.comp"), 1, {0}), Words{0});
}

// NVIDIA's driver moves a buffer that the CPU reads; the first indirect dispatch after that did nothing.
TEST_F(ProgramTest, TakesTheNumberOfGroupsFromABufferThatWasRead) {
    folder_.write("add.comp", one_thread + "void main() { atomicAdd(result[0], 1u); }");
    ShaderLibrary library(folder_.path());
    const Program add = library.load_compute("add.comp");
    const Buffer buffer = test::upload(Words{0, 3, 2, 1}, "test arguments");
    buffer.bind_storage(0);
    for (std::uint32_t times = 1; times <= 10; ++times) {
        add.dispatch_indirect(buffer, 4);
        EXPECT_EQ(buffer.read_all<std::uint32_t>(1).front(), times * 6);
    }
}

TEST_F(ProgramTest, TakesTheNumberOfGroupsFromTheGpu) {
    folder_.write("count.comp",
                  one_thread + "void main() { result[1] = 3u; result[2] = 2u; result[3] = 1u; }");
    folder_.write("add.comp", one_thread + "void main() { atomicAdd(result[0], 1u); }");
    ShaderLibrary library(folder_.path());
    const Program count = library.load_compute("count.comp"), add = library.load_compute("add.comp");
    const Buffer buffer = test::upload(Words(4), "test arguments");
    buffer.bind_storage(0);
    count.dispatch({1});
    command_barrier();
    add.dispatch_indirect(buffer, 4);
    EXPECT_EQ(test::read_word(buffer), 6u);
}

TEST_F(ProgramTest, UploadsAndFillsAreSeenByShadersAndFollowThem) {
    folder_.write("double.comp", one_thread + "void main() { result[0] *= 2u; }");
    ShaderLibrary library(folder_.path());
    const Program program = library.load_compute("double.comp");
    const Buffer buffer = test::upload(Words{5, 0}, "test words");
    buffer.bind_storage(0);
    program.dispatch({1});
    EXPECT_EQ(test::read_word(buffer), 10u);
    buffer.fill(21, 0, 4);
    program.dispatch({1});
    copy_small(buffer, 0, buffer, 4, 4);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(2), (Words{42, 42}));
}

TEST_F(ProgramTest, ADefineChoosesAnInclude) {
    folder_.write("main.comp", one_thread + "#include CHOSEN\nvoid main() { result[0] = answer() + MORE; }");
    folder_.write("one.glsl", "uint answer() { return 1u; }\n");
    folder_.write("two.glsl", "uint answer() { return 2u; }\n");
    ShaderLibrary library(folder_.path());
    EXPECT_EQ(results(library.load_compute("main.comp", {{"CHOSEN", "\"one.glsl\""}, {"MORE", "10"}}), 1),
              Words{11});
    EXPECT_EQ(results(library.load_compute("main.comp", {{"CHOSEN", "\"two.glsl\""}, {"MORE", "20"}}), 1),
              Words{22});
}

TEST_F(ProgramTest, AnErrorNamesTheIncludedFileAndItsLine) {
    folder_.write("main.comp",
                  one_thread + "#include \"shared.h\"\n#include \"sub/broken.glsl\"\nvoid main() {}\n");
    folder_.write(
        "sub/broken.glsl",
        "\n// a comment\nuint fine() { return SCAN_TICKETS; }\nuint bad() { return undeclared; }\n");
    ShaderLibrary library(folder_.path());
    const std::string place = (folder_.path() / "sub/broken.glsl").string() + ":4: ";
    expect_error(ExitStatus::bad_input, place, [&] { library.load_compute("main.comp"); });
}

TEST_F(ProgramTest, AnErrorBehindAnIncludeKeepsItsOwnLine) {
    folder_.write("main.comp",
                  "#include \"shared.h\"\n" + one_thread + "void main() {\n    result[0] = undeclared;\n}\n");
    ShaderLibrary library(folder_.path());
    expect_error(ExitStatus::bad_input, "main.comp:5: ", [&] { library.load_compute("main.comp"); });
}

TEST_F(ProgramTest, MissingFilesAreNamedWithTheIncludeThatWantsThem) {
    folder_.write("main.comp", one_thread + "\n#include \"gone.glsl\"\nvoid main() {}\n");
    ShaderLibrary library(folder_.path());
    expect_error(ExitStatus::bad_input, "main.comp:4: ", [&] { library.load_compute("main.comp"); });
    expect_error(ExitStatus::bad_input, "gone.glsl: No such file or directory",
                 [&] { library.load_compute("main.comp"); });
    expect_error(ExitStatus::bad_input, "absent.comp: No such file or directory",
                 [&] { library.load_compute("absent.comp"); });
    expect_error(ExitStatus::check_failed, "shaders/absent.comp: does not exist",
                 [] { ShaderLibrary().load_compute("absent.comp"); });
}

TEST_F(ProgramTest, WhatDoesNotLinkIsAnError) {
    folder_.write("main.comp", one_thread + "void absent();\nvoid main() { absent(); }\n");
    ShaderLibrary library(folder_.path());
    expect_error(ExitStatus::bad_input, "main.comp", [&] { library.load_compute("main.comp"); });
}

TEST_F(ProgramTest, WhatIsBegunIsFinishedTogetherAndSaysItsErrorThen) {
    folder_.write("fine.comp", one_thread + "void main() { result[0] = 3u; }");
    folder_.write("broken.comp", one_thread + "void main() {\n    result[0] = undeclared; }");
    ShaderLibrary library(folder_.path());
    Program fine, broken;
    {
        ShaderLibrary::Building building(library);
        fine = library.load_compute("fine.comp");
        broken = library.load_compute("broken.comp");
        {
            ShaderLibrary::Building inner(library);
            inner.finish();
        }
        EXPECT_FALSE(broken.is_built()) << "the outermost finishes";
        expect_error(ExitStatus::bad_input, "broken.comp:4: ", [&] { building.finish(); });
    }
    EXPECT_EQ(results(fine, 1), Words{3});
    EXPECT_FALSE(broken.is_built());
    expect_error(ExitStatus::bad_input, "broken.comp:4: ", [&] { broken.use(); });
}

TEST_F(ProgramTest, TheFirstUseFinishesWhatWasBegun) {
    folder_.write("fine.comp", one_thread + "void main() { result[0] = 3u; }");
    folder_.write("broken.comp", one_thread + "void main() {\n    result[0] = undeclared; }");
    ShaderLibrary library(folder_.path());
    const ShaderLibrary::Building building(library);
    EXPECT_EQ(results(library.load_compute("fine.comp"), 1), Words{3});
    const Program broken = library.load_compute("broken.comp");
    expect_error(ExitStatus::bad_input, "broken.comp:4: ", [&] { broken.set("any", 1u); });
}

TEST_F(ProgramTest, WhatTheDriverStillBuildsIsCounted) {
    folder_.write("one.comp", one_thread + "void main() { result[0] = 1u; }");
    folder_.write("two.comp", one_thread + "void main() { result[0] = 2u; }");
    ShaderLibrary library(folder_.path());
    const ShaderLibrary::Building building(library);
    const Program one = library.load_compute("one.comp"), two = library.load_compute("two.comp");
    const int builds_beside = std::exchange(GLAD_GL_KHR_parallel_shader_compile, 1);
    {
        const test::GlAnswer<PFNGLGETPROGRAMIVPROC> answer(glad_glGetProgramiv, still_building);
        get_program = answer.original();
        EXPECT_EQ(library.building(), 2u);
        EXPECT_TRUE(library.is_building());
    }
    GLAD_GL_KHR_parallel_shader_compile = builds_beside;
    EXPECT_EQ(results(one, 1), Words{1});
    EXPECT_EQ(library.building(), 0u);
}

TEST_F(ProgramTest, ProgramsLikeTheLivingAreBegun) {
    folder_.write("like.comp", one_thread + "void main() { result[0] = TENS * 10u + ONES; }");
    ShaderLibrary library(folder_.path());
    library.keep_programs();
    const Program now = library.load_compute("like.comp", {{"TENS", "1u"}, {"ONES", "2u"}});
    library.begin_like({{"TENS", "1u"}}, {{"TENS", "4u"}});
    library.begin_like({{"TENS", "9u"}}, {{"TENS", "5u"}});
    const test::LinkCount links;
    EXPECT_EQ(results(library.load_compute("like.comp", {{"TENS", "4u"}, {"ONES", "2u"}}), 1), Words{42});
    EXPECT_EQ(links.take(), 0) << "it was begun before";
    library.load_compute("like.comp", {{"TENS", "5u"}, {"ONES", "2u"}});
    EXPECT_EQ(links.take(), 1) << "none like it lived";
}

TEST_F(ProgramTest, TheProgramsThatWereUsedLastAreKept) {
    folder_.write("many.comp", one_thread + "void main() { result[0] = NUMBER; }");
    ShaderLibrary library(folder_.path());
    RecentPrograms<int> recent;
    int built = 0;
    const auto use = [&](int number) {
        return results(
            recent.of(
                number,
                [&] {
                    ++built;
                    return library.load_compute("many.comp", {{"NUMBER", std::to_string(number) + "u"}});
                }),
            1);
    };
    const int most = static_cast<int>(RecentPrograms<int>::capacity);
    for (int i = 0; i < most; ++i) EXPECT_EQ(use(i), Words{static_cast<std::uint32_t>(i)});
    use(0);
    EXPECT_EQ(built, most);
    use(most);  // number 1 was used before all others
    use(0);
    EXPECT_EQ(built, most + 1);
    use(1);
    EXPECT_EQ(built, most + 2);
}

TEST_F(ProgramTest, ProvidedSourcesAreForgottenOnceNoProgramIncludesThem) {
    ShaderLibrary library;
    const auto provide = [&](int number) {
        const std::string path = fmt::format("provided/{}.comp", number);
        library.provide(path, one_thread + "void main() { result[0] = 7u; }", "");
        return path;
    };
    const Program living = library.load_compute(provide(-1));
    for (int i = 0; i < 5000; ++i) {
        library.forget_provided();
        provide(i);
    }
    EXPECT_NO_THROW(library.read("provided/-1.comp"));
    EXPECT_NO_THROW(library.read("provided/4999.comp"));
    expect_error(ExitStatus::bad_input, "", [&] { library.read("provided/0.comp"); });
}

TEST_F(ProgramTest, KeptProgramsAreBuiltOnceAndTheirTextDecides) {
    const auto writes = [&](int word) {
        return one_thread + fmt::format("void main() {{ result[0] = {}u + ADD; }}", word);
    };
    folder_.write("kept.comp", writes(1));
    ShaderLibrary library(folder_.path());
    library.keep_programs();
    unsigned name = 0;
    {
        const Program first = library.load_compute("kept.comp", {{"ADD", "1u"}});
        name = first.name();
        EXPECT_NE(library.load_compute("kept.comp", {{"ADD", "2u"}}).name(), name);
    }
    EXPECT_EQ(library.load_compute("kept.comp", {{"ADD", "1u"}}).name(), name);
    folder_.write("kept.comp", writes(5));
    EXPECT_EQ(results(library.load_compute("kept.comp", {{"ADD", "1u"}}), 1), Words{6});
}

TEST_F(ProgramTest, EqualProgramsAreBuiltOnceWhileOneLives) {
    folder_.write("one.comp", one_thread + "void main() { result[0] = 1u; }");
    ShaderLibrary library(folder_.path());
    const test::LinkCount links;
    {
        const Program first = library.load_compute("one.comp"), second = library.load_compute("one.comp");
        EXPECT_EQ(first.name(), second.name());
        EXPECT_EQ(links.take(), 1);
    }
    library.load_compute("one.comp");
    EXPECT_EQ(links.take(), 1) << "the first has not been kept";
}

/// A driver may have compiled it by then, but its error waits for its own use.
TEST_F(ProgramTest, WhatWasBegunBeforeDoesNotDisturb) {
    folder_.write("broken.comp", one_thread + "void main() { result[0] = undeclared; }");
    folder_.write("fine.comp", one_thread + "void main() { result[0] = 3u; }");
    ShaderLibrary library(folder_.path());
    Program broken;
    {
        const ShaderLibrary::Building earlier(library);
        broken = library.load_compute("broken.comp");
    }
    ShaderLibrary::Building building(library);
    library.load_compute("fine.comp");
    EXPECT_NO_THROW(building.finish());
    expect_error(ExitStatus::bad_input, "broken.comp:3: ", [&] { broken.use(); });
}

TEST_F(ProgramTest, RefusesWhatIsNoDirectory) {
    const auto file = folder_.write("file", "");
    expect_error(ExitStatus::bad_input, "not a directory", [&] { ShaderLibrary library(file); });
    expect_error(ExitStatus::bad_input, "/no/such/folder: No such file or directory",
                 [&] { ShaderLibrary library("/no/such/folder"); });
}

TEST_F(ProgramTest, TheBuiltInShadersAreTheShippedFiles) {
    const ShaderLibrary library;
    for (const char* path : {"shared.h", "scan/block/blelloch.glsl", "compact/staged.comp"})
        EXPECT_EQ(library.read(path), test::text_of(folder_.path() / path));
    expect_error(ExitStatus::bad_input, "shaders/nothing: does not exist", [&] { library.read("nothing"); });
}

}  // namespace
}  // namespace winnow::gl
