// Checks shaders that change while they run, in every way that editors save.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "gl/program.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"
#include "support/words.h"

namespace winnow::gl {
namespace {

namespace fs = std::filesystem;

class ReloadTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        folder_.write("answer.glsl", answers(1));
        folder_.write("main.comp", main_);
        folder_.write("other.comp", "layout(local_size_x = 1) in;\nvoid main() {}\n");
        library_ = std::make_unique<ShaderLibrary>(folder_.path());
        program_ = library_->load_compute("main.comp");
        ASSERT_EQ(result(), 1u);
    }

    static std::string answers(int value) {
        return "uint answer() { return " + std::to_string(value) + "u; }\n";
    }

    std::uint32_t result() const {
        const Buffer out = test::upload_word(0, "test result");
        out.bind_storage(0);
        program_.set("more", 0u);
        program_.dispatch({1});
        return test::read_word(out);
    }

    /// Calls poll() and captures what it prints.
    bool poll(std::string& printed) {
        ::testing::internal::CaptureStderr();
        const bool changed = library_->poll();
        printed = ::testing::internal::GetCapturedStderr();
        return changed;
    }

    const std::string main_ =
        "#include \"answer.glsl\"\nlayout(local_size_x = 1) in;\n"
        "layout(std430, binding = 0) buffer Out { uint result[]; };\nuniform uint more;\n"
        "void main() { result[0] = answer() + more; }\n";
    test::TemporaryDirectory folder_;
    std::unique_ptr<ShaderLibrary> library_;
    Program program_;
};

TEST_F(ReloadTest, NothingHappensWithoutAChange) {
    EXPECT_FALSE(library_->poll());
    EXPECT_TRUE(library_->errors().empty());
    EXPECT_FALSE(ShaderLibrary().poll());
}

TEST_F(ReloadTest, AKeptProgramThatNobodyHasIsNotRebuilt) {
    library_->keep_programs();
    library_->load_compute("other.comp");
    folder_.write("other.comp", "broken\n");
    EXPECT_FALSE(library_->poll());
    EXPECT_TRUE(library_->errors().empty());
}

TEST_F(ReloadTest, AChangedIncludeIsNewCode) {
    folder_.write("answer.glsl", answers(2));
    EXPECT_TRUE(library_->poll());
    EXPECT_EQ(result(), 2u);
    EXPECT_FALSE(library_->poll());
}

TEST_F(ReloadTest, AnEditorMayRenameOverTheFile) {
    for (int value = 3; value < 6; ++value) {
        folder_.write("answer.glsl.tmp", answers(value));
        fs::rename(folder_.path() / "answer.glsl.tmp", folder_.path() / "answer.glsl");
        EXPECT_TRUE(library_->poll());
        EXPECT_EQ(result(), static_cast<std::uint32_t>(value));
    }
}

TEST_F(ReloadTest, OnlyWhatChangedIsRebuilt) {
    const Program other = library_->load_compute("other.comp");
    const unsigned before = other.name();
    folder_.write("answer.glsl", answers(2));
    folder_.write("unused.glsl", "anything");
    EXPECT_TRUE(library_->poll());
    EXPECT_EQ(other.name(), before);
    folder_.write("unused.glsl", "anything else");
    EXPECT_FALSE(library_->poll());
}

TEST_F(ReloadTest, ABrokenShaderKeepsTheOldOneAndIsReportedOnceUntilMended) {
    std::string printed;
    folder_.write("answer.glsl", "uint answer() {\n    return nonsense;\n}\n");
    EXPECT_TRUE(poll(printed));
    EXPECT_EQ(result(), 1u);
    const auto errors = library_->errors();
    ASSERT_FALSE(errors.empty());  // some compilers add errors that follow from the first
    EXPECT_EQ(errors[0].file, "answer.glsl");
    EXPECT_EQ(errors[0].line, 2);
    EXPECT_EQ(printed.rfind((folder_.path() / "answer.glsl:2: ").string(), 0), 0u) << printed;

    folder_.write("unrelated.glsl", "");
    EXPECT_FALSE(poll(printed));
    EXPECT_EQ(printed, "");
    EXPECT_EQ(library_->errors(), errors);

    folder_.write("answer.glsl", answers(7));
    EXPECT_TRUE(poll(printed));
    EXPECT_TRUE(library_->errors().empty());
    EXPECT_EQ(printed, "");
    EXPECT_EQ(result(), 7u);
}

TEST_F(ReloadTest, GoingBackToTheOldTextMendsIt) {
    std::string printed;
    folder_.write("main.comp", main_ + "nonsense\n");
    EXPECT_TRUE(poll(printed));
    EXPECT_FALSE(library_->errors().empty());
    folder_.write("main.comp", main_);
    EXPECT_TRUE(poll(printed));
    EXPECT_TRUE(library_->errors().empty());
    EXPECT_EQ(result(), 1u);
}

TEST_F(ReloadTest, AnErrorOfSharedTextIsReportedOnce) {
    const Program second = library_->load_compute("main.comp", {{"VARIANT", "1"}});
    std::string printed;
    folder_.write("answer.glsl", "nonsense\n");
    EXPECT_TRUE(poll(printed));
    ASSERT_FALSE(library_->errors().empty());
    const auto& errors = library_->errors();
    EXPECT_EQ(std::count(errors.begin(), errors.end(), errors[0]), 1);
}

TEST_F(ReloadTest, ADeletedFileKeepsTheOldCodeUntilItIsBack) {
    std::string printed;
    fs::remove(folder_.path() / "answer.glsl");
    EXPECT_TRUE(poll(printed));
    EXPECT_EQ(result(), 1u);
    ASSERT_EQ(library_->errors().size(), 1u);
    EXPECT_EQ(library_->errors()[0].file, "main.comp");
    EXPECT_EQ(library_->errors()[0].line, 1);
    folder_.write("answer.glsl", answers(9));
    EXPECT_TRUE(poll(printed));
    EXPECT_TRUE(library_->errors().empty());
    EXPECT_EQ(result(), 9u);
}

TEST_F(ReloadTest, UniformsFollowTheNewCode) {
    folder_.write("main.comp", "uniform uint first, second;\n" + main_);  // moves the uniforms
    EXPECT_TRUE(library_->poll());
    const Buffer out = test::upload_word(0, "test result");
    out.bind_storage(0);
    program_.set("more", 100u);
    program_.dispatch({1});
    EXPECT_EQ(test::read_word(out), 101u);
}

TEST_F(ReloadTest, AProgramThatIsGoneIsNotRebuilt) {
    { const Program gone = library_->load_compute("other.comp"); }
    std::string printed;
    folder_.write("other.comp", "nonsense");
    EXPECT_FALSE(poll(printed));
    EXPECT_TRUE(library_->errors().empty());
}

}  // namespace
}  // namespace winnow::gl
