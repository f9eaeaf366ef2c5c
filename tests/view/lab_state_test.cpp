// Checks what the Lab shows after each request, and that a request that cannot be fulfilled loses nothing.
#include "view/lab_state.h"

#include <algorithm>
#include <numeric>

#include "lab_fixture.h"
#include "view/lab_tour.h"

namespace winnow::view {
namespace {

using ui::LabAction;
using Values = std::vector<std::int32_t>;

TEST_F(Lab, BeginsWithTheFirstLesson) {
    EXPECT_EQ(model().lessons.size(), lab::lessons().size() + 2)
        << "the lesson on living particles and the race come last";
    EXPECT_EQ(shown(), lab::lessons()[0].id);
    EXPECT_EQ(model().values, (Values{3, 1, 7, 0, 4, 1, 6, 3}));
    EXPECT_EQ(number("n"), 8u);
    EXPECT_EQ(model().op, "add");
    EXPECT_EQ(model().frame, 0u);
    EXPECT_EQ(model().frames, model().panes[0].frames.size());
    EXPECT_TRUE(model().error.empty());
}

TEST_F(Lab, ShowsEveryLessonWithItsFramesAndADrawingOfThem) {
    for (std::size_t i = 0; i < model().lessons.size(); ++i) {
        lab_.handle({.lesson = i});
        const ui::LabPane& pane = model().panes.at(0);
        EXPECT_EQ(pane.lesson, i);
        EXPECT_EQ(pane.drawing->whole_run(), pane.frames.size());
        EXPECT_EQ(pane.drawing->title, model().lessons[i].title);
        for (const ui::LabFrame& frame : pane.frames) EXPECT_FALSE(frame.title.empty());
        EXPECT_EQ(model().frame, 0u);
    }
}

TEST_F(Lab, StepsStayWithinTheLesson) {
    show("blelloch");
    act(LabAction::back);
    EXPECT_EQ(model().frame, 0u);
    act(LabAction::forward);
    act(LabAction::forward);
    EXPECT_EQ(model().frame, 2u);
    act(LabAction::back);
    EXPECT_EQ(model().frame, 1u);
    act(LabAction::last_frame);
    EXPECT_EQ(model().frame, model().frames - 1);
    act(LabAction::forward);
    EXPECT_EQ(model().frame, model().frames - 1);
    act(LabAction::first_frame);
    EXPECT_EQ(model().frame, 0u);
    lab_.handle({.frame = 1000});
    EXPECT_EQ(model().frame, model().frames - 1);
}

TEST_F(Lab, PlaysToTheEndAndFromTheBeginningAgain) {
    show("kogge-stone");
    lab_.advance(100);
    EXPECT_EQ(model().frame, 0u) << "it does not play";
    act(LabAction::play);
    EXPECT_TRUE(model().playing);
    lab_.advance(LabState::seconds_per_frame / 2);
    EXPECT_EQ(model().frame, 0u);
    for (std::size_t i = 1; i < model().frames; ++i) {
        EXPECT_TRUE(model().playing);
        lab_.advance(LabState::seconds_per_frame);
        EXPECT_EQ(model().frame, i);
    }
    EXPECT_FALSE(model().playing);
    act(LabAction::play);
    EXPECT_TRUE(model().playing);
    EXPECT_EQ(model().frame, 0u);
    act(LabAction::forward);
    EXPECT_FALSE(model().playing) << "who steps has taken over";
}

TEST_F(Lab, ValuesThatWereTypedAreExecutedAndKept) {
    show("sequential");
    lab_.handle({.values = "5,-2,9"});
    EXPECT_EQ(model().values, (Values{5, -2, 9}));
    EXPECT_EQ(model().typed, "5,-2,9");
    const auto drawn = values_drawn(model().frames - 1);
    EXPECT_NE(std::find(drawn.begin(), drawn.end(), "12"), drawn.end()) << "5 - 2 + 9";
    show("kogge-stone");
    EXPECT_EQ(model().values, (Values{5, -2, 9}));
}

TEST_F(Lab, ABadRequestSaysWhyAndChangesNothing) {
    show("kogge-stone");
    const Values values = model().values;
    for (const char* typed : {"3,1,x", "", "1,,2", "1,2,", "99999999999", "1.5"}) {
        lab_.handle({.values = typed});
        EXPECT_FALSE(model().error.empty()) << typed;
        EXPECT_EQ(model().typed, typed) << "so that it can be corrected";
        EXPECT_EQ(model().values, values) << typed;
        EXPECT_EQ(shown(), "kogge-stone");
    }
    lab_.handle({.values = "7"});
    EXPECT_TRUE(model().error.empty());
    EXPECT_EQ(model().values, Values{7});
}

TEST_F(Lab, TooManyValuesAreRefused) {
    std::string typed = "1";
    for (std::size_t i = 1; i < model().max_values; ++i) typed += ",1";
    lab_.handle({.values = typed});
    EXPECT_EQ(model().values.size(), model().max_values);
    lab_.handle({.values = typed + ",1"});
    EXPECT_NE(model().error.find("too many"), std::string::npos);
    EXPECT_EQ(model().values.size(), model().max_values);
}

TEST_F(Lab, TheNumberOfValuesKeepsTheFirst) {
    show("kogge-stone");
    lab_.handle({.values = "9,8"});
    lab_.handle({.number = {{"n", 5u}}});
    ASSERT_EQ(model().values.size(), 5u);
    EXPECT_EQ(model().values[0], 9);
    EXPECT_EQ(model().values[1], 8);
    lab_.handle({.number = {{"n", 1u}}});
    EXPECT_EQ(model().values, Values{9});
}

TEST_F(Lab, AnOperatorAndThreadsChangeTheRun) {
    show("sequential");
    EXPECT_EQ(number("threads"), std::nullopt);
    show("three-phase");
    const std::size_t frames = model().frames;
    lab_.handle({.number = {{"threads", 8u}}});
    EXPECT_EQ(number("threads"), 8u);
    EXPECT_NE(model().frames, frames);
    lab_.handle({.op = "max"});
    EXPECT_EQ(model().op, "max");
    EXPECT_TRUE(model().error.empty());
}

TEST_F(Lab, ALessonWithAnOperatorOfItsOwnKeepsIt) {
    show("kogge-stone");
    EXPECT_FALSE(model().has_own_op);
    lab_.handle({.op = "max"});
    show("vote-scan-compact");
    EXPECT_TRUE(model().has_own_op);
    EXPECT_EQ(model().op, "add");
    EXPECT_TRUE(model().error.empty()) << model().error;
    show("kogge-stone");
    EXPECT_EQ(model().op, "max");
}

TEST_F(Lab, AnOperatorOnPairsBringsPairs) {
    show("kogge-stone");
    lab_.handle({.values = "1,2,3"});
    lab_.handle({.op = "affine"});
    EXPECT_TRUE(model().error.empty()) << model().error;
    EXPECT_TRUE(model().values.empty()) << "pairs cannot be dragged";
    EXPECT_NE(model().typed.find(':'), std::string::npos);
    lab_.handle({.values = "1,2"});
    EXPECT_FALSE(model().error.empty());
    lab_.handle({.op = "add"});
    EXPECT_TRUE(model().error.empty()) << model().error;
    EXPECT_FALSE(model().values.empty());
}

TEST_F(Lab, ALessonWhoseValuesMeanSomethingElseHasItsExample) {
    show("kogge-stone");
    lab_.handle({.values = "5,6"});
    show("string-comparison");
    EXPECT_EQ(model().typed, "strategy,stratification");
    EXPECT_NE(model().typed_as.find("two strings"), std::string::npos) << model().typed_as;
    lab_.handle({.values = "ab,abc"});
    EXPECT_TRUE(model().error.empty()) << model().error;
    EXPECT_EQ(model().typed, "ab,abc");
    lab_.handle({.values = "one"});
    EXPECT_FALSE(model().error.empty());
    lab_.handle({.beside = index_of("kogge-stone")});
    EXPECT_EQ(model().panes.size(), 2u);
    show("sequential");
    EXPECT_EQ(number("n"), 8u);
}

TEST_F(Lab, ALessonForWhichTheValuesAreTooFewGetsItsExampleAndSaysSo) {
    lab_.handle({.values = "5"});
    show("kogge-stone-race");
    EXPECT_EQ(number("n"), 8u);
    EXPECT_NE(model().error.find("at least 2"), std::string::npos) << model().error;
}

TEST_F(Lab, TwoLessonsShareValuesAndFrames) {
    show("kogge-stone");
    const std::size_t fewer = model().frames;
    lab_.handle({.beside = index_of("blelloch")});
    ASSERT_EQ(model().panes.size(), 2u);
    EXPECT_EQ(shown(1), "blelloch");
    EXPECT_GT(model().frames, fewer);
    act(LabAction::last_frame);
    EXPECT_EQ(model().frame_of(model().panes[0]), fewer - 1) << "it waits at its end";
    EXPECT_EQ(model().frame_of(model().panes[1]), model().frames - 1);
    lab_.handle({.values = "1,2,3,4"});
    for (const ui::LabPane& pane : model().panes) EXPECT_EQ(pane.drawing->boxes[1].text, "1");
    act(LabAction::alone);
    EXPECT_EQ(model().panes.size(), 1u);
    lab_.handle({.values = "1"});
    lab_.handle({.beside = index_of("kogge-stone-race")});
    EXPECT_EQ(model().panes.size(), 1u) << "it needs two values";
    EXPECT_FALSE(model().error.empty());
}

TEST_F(Lab, LessonsAreGoneThroughInBothDirections) {
    act(LabAction::previous_lesson);
    EXPECT_EQ(shown(), model().lessons.back().id);
    act(LabAction::next_lesson);
    EXPECT_EQ(shown(), model().lessons.front().id);
}

TEST_F(Lab, TheTourLeadsToTheParticles) {
    ASSERT_GE(tour().size(), 2u);
    for (const TourStop& stop : tour()) EXPECT_EQ(stop.lesson.empty(), &stop == &tour().back()) << stop.title;
    lab_.handle({.values = "1,2", .op = "max"});
    act(LabAction::next_stop);
    EXPECT_FALSE(model().tour) << "it was not begun";
    act(LabAction::begin_tour);
    for (std::size_t i = 0; i < tour().size(); ++i) {
        ASSERT_TRUE(model().tour);
        EXPECT_EQ(model().tour->stop, i);
        EXPECT_EQ(model().tour->caption, tour()[i].caption);
        EXPECT_EQ(model().tour->is_live(), i + 1 == tour().size());
        if (!model().tour->is_live()) {
            EXPECT_EQ(shown(), tour()[i].lesson);
            EXPECT_NE(model().values, (Values{1, 2})) << "it has its own";
            EXPECT_EQ(model().op, "add");
            EXPECT_TRUE(model().playing);
        }
        act(LabAction::next_stop);
    }
    EXPECT_FALSE(model().tour);
    act(LabAction::begin_tour);
    act(LabAction::end_tour);
    EXPECT_FALSE(model().tour);
}

TEST_F(Lab, ModelsOfBlocksAndBanksHaveNumbersOfTheirOwn) {
    show("block-deadlock");
    const auto is_stuck = [&] { return model().panes[0].frames.back().title == "Comparison"; };
    EXPECT_TRUE(is_stuck());
    lab_.handle({.number = {{"resident", 6u}}});
    EXPECT_EQ(number("resident"), 6u);
    EXPECT_FALSE(is_stuck()) << "there is room for every block";
    show("banks-padded");
    EXPECT_EQ(number("resident"), std::nullopt);
    const std::size_t frames = model().frames;
    lab_.handle({.number = {{"leaves", 4096u}}});
    EXPECT_EQ(model().frames, frames + 1) << "a stride more";
}

TEST_F(Lab, CountsAndFormulasAreThoseOfTheCommand) {
    show("kogge-stone");
    const auto has_time = [&] {
        return std::ranges::any_of(model().panes[0].notes, [](const std::string& note) {
            return note.starts_with("On 4 processors: 5 time units");
        });
    };
    EXPECT_EQ(model().panes[0].frames.back().counts, "17 operations, 3 steps, 6 barriers");
    EXPECT_EQ(model().panes[0].frames[1].counts, "7 operations, 1 step, 2 barriers so far");
    EXPECT_TRUE(model().panes[0].notes[0].starts_with("By the formulas for N = 8"))
        << model().panes[0].notes[0];
    EXPECT_EQ(number("processors"), 0u);
    EXPECT_FALSE(has_time());
    lab_.handle({.number = {{"processors", 4u}}});
    EXPECT_EQ(number("processors"), 4u);
    EXPECT_TRUE(has_time());
    for (const char* id : {"look-back", "banks-none", "estimate", "live"}) {
        show(id);
        EXPECT_EQ(number("processors"), std::nullopt) << id;
    }
    show("blelloch");
    lab_.handle({.kernel = "glsl"});
    EXPECT_TRUE(model().panes.at(1).notes.empty()) << "nothing is counted in a source";
}

TEST_F(Lab, DrawsNetworksAsAskedWhereItCan) {
    show("brent-kung");
    const std::size_t boxes = model().panes[0].drawing->boxes.size();
    lab_.handle({.look = "both"});
    EXPECT_EQ(model().look, "both");
    EXPECT_FALSE(model().can_predict);
    EXPECT_GT(model().panes[0].drawing->boxes.size(), boxes);
    lab_.handle({.look = "depth"});
    EXPECT_TRUE(model().can_predict);
    EXPECT_LT(model().panes[0].drawing->boxes.size(), boxes) << "kept values are not drawn again";
    for (std::size_t look = 0; look < model().looks.size(); ++look) {
        lab_.handle({.look = model().looks[look].name});
        for (std::size_t lesson = 0; lesson < model().lessons.size(); ++lesson) {
            lab_.handle({.lesson = lesson});
            EXPECT_EQ(model().panes[0].lesson, lesson) << "every lesson can be drawn, whatever the look";
        }
    }
}

TEST_F(Lab, ShowsTheSourceOfAKernelBesideItsLesson) {
    show("blelloch");
    EXPECT_TRUE(model().has_kernel);
    lab_.handle({.kernel = "cuda"});
    ASSERT_EQ(model().panes.size(), 2u);
    EXPECT_EQ(model().kernel, "cuda");
    EXPECT_EQ(model().panes[1].title, "cuda/lab/blelloch.cuh");
    EXPECT_EQ(model().panes[1].drawing->whole_run(), model().panes[0].drawing->whole_run());
    show("kogge-stone");
    EXPECT_EQ(model().panes.at(1).title, "cuda/lab/kogge_stone.cuh");
    lab_.handle({.beside = index_of("blelloch")});
    EXPECT_EQ(shown(1), "blelloch");
    EXPECT_EQ(model().kernel, "");
    lab_.handle({.kernel = "glsl"});
    show("quicksort");
    EXPECT_FALSE(model().has_kernel);
    EXPECT_EQ(model().panes.size(), 1u);
}

}  // namespace
}  // namespace winnow::view
