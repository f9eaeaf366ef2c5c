// The sources beside the drawing: every frame finds the lines that run in it, in both languages.
#include "lab/listing.h"

#include <gtest/gtest.h>

#include "lab/teaching_kernels.h"
#include "support/errors.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow::lab {
namespace {

std::string text_at(const Listing& listing, LineRange range) {
    std::string text;
    for (std::size_t line = range.first; line <= range.last; ++line)
        text += std::string(listing.lines[line - 1]) + '\n';
    return text;
}

/// Calls f with each lesson that has a kernel, and a run of it.
template <typename F>
void for_kernels(F&& f) {
    std::size_t lessons_with_kernels = 0;
    for (const Lesson& lesson : lessons()) {
        if (lesson.ground != LessonGround::teaching_kernel) continue;
        SCOPED_TRACE(std::string(lesson.id));
        f(lesson, execute(lesson, {lesson.example}));
        ++lessons_with_kernels;
    }
    EXPECT_EQ(lessons_with_kernels, 13u);
}

TEST(Listing, IsTheSourceThatIsCompiled) {
    for_kernels([](const Lesson& lesson, const Execution&) {
        for (const Language language : {Language::glsl, Language::cuda}) {
            const Listing listing = listing_of(lesson, language);
            EXPECT_EQ(text_at(listing, {1, listing.lines.size()}), test::text_of(test::source(listing.path)));
        }
    });
}

TEST(Listing, EveryFrameFindsItsLinesInBothLanguages) {
    for_kernels([](const Lesson& lesson, const Execution& run) {
        for (const Language language : {Language::glsl, Language::cuda}) {
            const Listing listing = listing_of(lesson, language);
            for (const Frame& frame : run.frames) {
                SCOPED_TRACE(listing.path + ": " + frame.title);
                const std::optional<LineRange> range = listing.lines_of(frame);
                ASSERT_TRUE(range.has_value());
                EXPECT_GT(range->last, range->first + 1) << "a comment and a function";
                EXPECT_NE(text_at(listing, *range).find("record"), std::string::npos)
                    << "the row of the frame is recorded there";
            }
        }
    });
}

// The functions are the same in both languages, in the same order.
TEST(Listing, TheLanguagesHaveTheSamePhasesInTheSameOrder) {
    for_kernels([](const Lesson& lesson, const Execution& run) {
        std::size_t last_line[2] = {0, 0};
        for (const Frame& frame : run.frames)
            for (const Language language : {Language::glsl, Language::cuda}) {
                const LineRange range = listing_of(lesson, language).lines_of(frame).value();
                std::size_t& line = last_line[language == Language::glsl ? 0 : 1];
                EXPECT_GE(range.first, line) << frame.title;
                line = range.first;
            }
    });
}

TEST(Listing, APhaseIsFoundByTheBeginningOfTheTitle) {
    const Listing listing{"", {"// Scan: one", "void scan();", "", "// Scan of S: two", "a", "b"}};
    const auto lines = [&](std::string title) {
        Frame frame;
        frame.title = std::move(title);
        return listing.lines_of(frame);
    };
    EXPECT_EQ(lines("Scan"), (LineRange{1, 2}));
    EXPECT_EQ(lines("Scan, step 3"), (LineRange{1, 2}));
    EXPECT_EQ(lines("Scan of S, stride 1"), (LineRange{4, 6})) << "the longer name";
    EXPECT_EQ(lines("Scanning"), std::nullopt);
    EXPECT_EQ(lines("Comparison"), std::nullopt);
}

TEST(Listing, RunningLinesAreMarked) {
    const Lesson& lesson = lesson_named("blelloch");
    const Execution run = execute(lesson, {lesson.example});
    const Listing listing = listing_of(lesson, Language::glsl);
    const std::string text = text_of(listing, &run.frames[4]);
    EXPECT_NE(text.find(">  24  // Clear: "), std::string::npos) << text;
    EXPECT_NE(text.find(">  29  }"), std::string::npos) << text;
    EXPECT_NE(text.find("\n   30\n"), std::string::npos) << text;
    EXPECT_EQ(text_of(listing, nullptr).find("\n>"), std::string::npos);
}

TEST(Listing, ALessonWithoutAKernelSaysWhy) {
    test::expect_error(ExitStatus::bad_input, "kogge-stone-race has no teaching kernel: what a race computes",
                       [] { listing_of(lesson_named("kogge-stone-race"), Language::cuda); });
}

TEST(ListingView, HighlightsTheLinesThatRun) {
    const Lesson& lesson = lesson_named("blelloch");
    const Execution run = execute(lesson, {lesson.example});
    const Listing listing = listing_of(lesson, Language::glsl);
    const Drawing drawing = draw_listing(listing, run);
    EXPECT_EQ(drawing.labels.size(), listing.lines.size());
    EXPECT_EQ(drawing.whole_run(), run.frames.size());
    for (std::size_t frame = 0; frame < run.frames.size(); ++frame) {
        const LineRange lines = listing.lines_of(run.frames[frame]).value();
        std::size_t lit = 0;
        for (const Box& box : drawing.boxes) {
            if (!box.frames.have(frame)) continue;
            for (const Label& label : drawing.labels)
                lit += box.corner.y < label.at.y && label.at.y < box.corner.y + box.size.y;
        }
        EXPECT_EQ(lit, lines.last + 1 - lines.first) << run.frames[frame].title;
    }
}

}  // namespace
}  // namespace winnow::lab
