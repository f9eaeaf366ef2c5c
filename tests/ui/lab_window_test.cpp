// Checks what the Lab's window shows for a model, and which events it returns.
#include "ui/lab_window.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

using lab::BoxStyle;
using ui::LabAction;

constexpr float row_pitch = 80;

/// Draws two values, then their sum in lane 1, then the sum kept and a 0 moved beside it.
lab::Drawing small_drawing(const char* title) {
    lab::Drawing drawing;
    drawing.size = {300, 300};
    drawing.title = title;
    drawing.descriptions = {"Input. Two values.", "Sum. One sum.", "Move. The end.", "All."};
    const auto row = [&](std::size_t frame, std::array<std::pair<BoxStyle, const char*>, 2> cells) {
        const float y = 20 + row_pitch * static_cast<float>(frame);
        for (std::size_t lane = 0; lane < cells.size(); ++lane) {
            const lab::Point corner{60 + 60 * static_cast<float>(lane), y};
            if (frame > 0) drawing.boxes.push_back({corner, {50, 30}, BoxStyle::to_come, {}, {0, frame - 1}});
            drawing.boxes.push_back({corner, {50, 30}, cells[lane].first, cells[lane].second, {frame}});
        }
    };
    row(0, {{{BoxStyle::input, "3"}, {BoxStyle::input, "4"}}});
    row(1, {{{BoxStyle::kept, "3"}, {BoxStyle::computed, "7"}}});
    row(2, {{{BoxStyle::moved, "0"}, {BoxStyle::kept, "7"}}});
    return drawing;
}

class LabWindow : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        const std::vector<ui::LabFrame> frames{
            {"Input", "Two values."}, {"Sum", "One sum."}, {"Move", "The end."}};
        lab_.lessons = {
            {.id = "one", .title = "Lesson one", .summary = "It adds.", .chapter = "Beginnings"},
            {.id = "two", .title = "Lesson two", .summary = "It moves.", .chapter = "Beginnings"}};
        lab_.operators = {{"add", "sums", {}}, {"max", "the largest", {}}};
        lab_.looks = {{"values", "", {}}, {"ranges", "", {}}};
        lab_.look = "values";
        lab_.panes = {{0, "one", "One", &drawings_[0], frames}};
        lab_.frames = frames.size();
        lab_.values = {3, 4};
        lab_.numbers = {{"n", "N", "", 2, 1, 64}};
        lab_.typed = "3,4";
        lab_.max_values = 64;
        lab_.op = "add";
        model_.lab = &lab_;
        settings_.display.lab = true;
        show(1200, 800);
    }
    /// The layout of a window of another size takes a few frames.
    void show(float width, float height) {
        ImGui::GetIO().DisplaySize = ImVec2(width, height);
        for (int i = 0; i < 4; ++i) frame();
    }
    std::vector<LabAction> actions(const std::string& name) { return click(name).lab.actions; }

    const std::array<lab::Drawing, 2> drawings_{small_drawing("Lesson one"), small_drawing("Lesson two")};
    ui::LabModel lab_;
};

TEST_F(LabWindow, IsUsableAtEverySize) {
    lab_.numbers.push_back({"threads", "threads", "", 4, 1, 64});
    lab_.panes.push_back({1, "two", "Two", &drawings_[1], lab_.panes[0].frames});
    for (const auto& [width, height] :
         {std::pair{640.0f, 480.0f}, {900.0f, 600.0f}, {1280.0f, 720.0f}, {2560.0f, 1440.0f}}) {
        show(width, height);
        std::set<std::string> names;
        for (const ui::Widget& w : map_.widgets()) EXPECT_TRUE(names.insert(w.name).second) << w.name;
        for (const char* name :
             {"lab/close", "lab/tour", "lab/first", "lab/back", "lab/play", "lab/forward", "lab/last",
              "lab/frame", "lab/values", "lab/op", "lab/n/less", "lab/n/more", "lab/predict", "lab/beside",
              "lab/threads/more", "lab/zoom/fit", "figures/step"}) {
            const ui::Widget& w = widget(name);
            EXPECT_TRUE(w.visible) << name << " at " << width;
            EXPECT_GT(w.w, 0) << name;
            EXPECT_GE(w.x, 0) << name << " at " << width;
            EXPECT_LE(w.x + w.w, width + 0.5f) << name;
            EXPECT_LE(w.y + w.h, height + 0.5f) << name << " at " << width;
        }
        EXPECT_TRUE(names.contains(width < 1000 ? "lab/lesson" : "lab/lesson/two"));
    }
    for (const auto& [width, height] : {std::pair{200.0f, 150.0f}, {64.0f, 48.0f}, {1.0f, 1.0f}})
        show(width, height);
}

TEST_F(LabWindow, OffersARunOfTheKernelWhereThereIsOne) {
    EXPECT_EQ(map_.find("lab/trace"), nullptr);
    lab_.can_trace = true;
    show(1200, 800);
    EXPECT_EQ(widget("lab/trace").value, false);
    EXPECT_EQ(widget("lab/model").value, true);
    EXPECT_EQ(actions("lab/trace"), std::vector{LabAction::trace});
    lab_.traced = true;
    show(1200, 800);
    EXPECT_EQ(widget("lab/trace").value, true);
    EXPECT_EQ(widget("lab/model").value, false);
    EXPECT_EQ(actions("lab/trace"), std::vector{LabAction::trace}) << "the kernel runs again";
    EXPECT_EQ(actions("lab/model"), std::vector{LabAction::model});
}

TEST_F(LabWindow, ClosedItShowsNothing) {
    settings_.display.lab = false;
    frame();
    EXPECT_EQ(map_.find("lab/frame"), nullptr);
    const auto edits = click("display/lab").edits;
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].pointer, "/display/lab");
    EXPECT_EQ(edits[0].value, true);
}

TEST_F(LabWindow, ButtonsAskForTheirFrames) {
    lab_.frame = 1;
    frame();
    EXPECT_EQ(actions("lab/first"), std::vector{LabAction::first_frame});
    EXPECT_EQ(actions("lab/back"), std::vector{LabAction::back});
    EXPECT_EQ(actions("lab/play"), std::vector{LabAction::play});
    EXPECT_EQ(actions("lab/forward"), std::vector{LabAction::forward});
    EXPECT_EQ(actions("lab/last"), std::vector{LabAction::last_frame});
    EXPECT_EQ(click("lab/close").edits.at(0).value, false);
}

TEST_F(LabWindow, ScrubberFollowsThePointer) {
    EXPECT_EQ(widget("lab/frame").value, 0);
    EXPECT_EQ(click("lab/frame", 0.99f).lab.frame, 2u);
    EXPECT_EQ(click("lab/frame", 0.5f).lab.frame, 1u);
    EXPECT_EQ(click("lab/frame", 0.01f).lab.frame, std::nullopt) << "it is there already";
}

TEST_F(LabWindow, LessonsOperatorsAndNumbersAreAskedFor) {
    EXPECT_EQ(click("lab/lesson/two").lab.lesson, 1u);
    EXPECT_EQ(widget("lab/lesson/one").value, true);
    click("lab/op");
    EXPECT_EQ(click("lab/op/max").lab.op, "max");
    EXPECT_EQ(click("lab/n/more").lab.number, std::pair(std::string("n"), 3u));
    EXPECT_EQ(click("lab/n/less").lab.number, std::pair(std::string("n"), 1u));
    EXPECT_EQ(map_.find("lab/threads"), nullptr);
    click("lab/beside");
    EXPECT_EQ(click("lab/beside/two").lab.beside, 1u);
    lab_.panes.push_back({1, "two", "Two", &drawings_[1], lab_.panes[0].frames});
    lab_.numbers.push_back({"leaves", "leaves", "", 8, 2, 16, true});
    show(1200, 800);
    EXPECT_EQ(click("lab/leaves/more").lab.number, std::pair(std::string("leaves"), 16u));
    EXPECT_EQ(click("lab/leaves/less").lab.number, std::pair(std::string("leaves"), 4u));
    click("lab/beside");
    EXPECT_EQ(click("lab/beside/none").lab.actions, std::vector{LabAction::alone});
}

TEST_F(LabWindow, WhatWasCountedStandsBelowTheDrawing) {
    EXPECT_EQ(map_.find("lab/counts/0"), nullptr);
    lab_.panes[0].notes = {"By the formulas: 1.", "After somebody."};
    lab_.panes[0].frames[1].counts = "1 operation so far";
    lab_.frame = 1;
    show(1200, 800);
    EXPECT_EQ(widget("lab/counts/0").value, "1 operation so far");
    EXPECT_EQ(widget("lab/note/0/1").value, "After somebody.");
    const ui::Widget &pane = widget("lab/pane/0"), &note = widget("lab/note/0/1");
    EXPECT_GE(widget("lab/counts/0").y, pane.y + pane.h);
    EXPECT_LT(note.y + note.h, widget("lab/frame").y);
    lab_.panes[0].notes.assign(60, "One of many.");
    show(1200, 800);
    EXPECT_TRUE(widget("lab/value/0").visible) << "they leave room for the drawing";
    EXPECT_FALSE(widget("lab/note/0/59").visible);
}

TEST_F(LabWindow, ANumberMayBeginWithAWord) {
    lab_.numbers = {{"processors", "P", "", 0, 0, 64, true, "any"}};
    show(1200, 800);
    EXPECT_FALSE(widget("lab/processors/less").enabled);
    EXPECT_EQ(click("lab/processors/more").lab.number, std::pair(std::string("processors"), 1u));
    lab_.numbers[0].value = 1;
    EXPECT_EQ(click("lab/processors/less").lab.number, std::pair(std::string("processors"), 0u));
}

TEST_F(LabWindow, LooksAreAskedForAndRangesCannotBePredicted) {
    EXPECT_TRUE(widget("lab/predict").enabled);
    click("lab/look");
    EXPECT_EQ(click("lab/look/ranges").lab.look, "ranges");
    lab_.can_predict = false;
    frame();
    EXPECT_FALSE(widget("lab/predict").enabled);
}

TEST_F(LabWindow, TheSourceOfAKernelIsAskedForWhereThereIsOne) {
    click("lab/beside");
    EXPECT_EQ(map_.find("lab/beside/cuda"), nullptr);
    click("lab/beside/none");
    lab_.has_kernel = true;
    click("lab/beside");
    EXPECT_EQ(click("lab/beside/cuda").lab.kernel, "cuda");
    lab_.kernel = "cuda";
    lab_.panes.push_back({0, "a.cuh", "a.cuh", &drawings_[1], lab_.panes[0].frames});
    frame();
    EXPECT_EQ(widget("lab/pane/1").value, "a.cuh");
    click("lab/beside");
    EXPECT_EQ(click("lab/beside/two").lab.beside, 1u) << "the entries of kernels come before the lessons";
}

TEST_F(LabWindow, TypedValuesAreAskedForAsTheyAre) {
    click("lab/values");
    type("5,x");
    EXPECT_EQ(frame().lab.values, std::nullopt) << "it is still being typed";
    EXPECT_EQ(click("lab/title/0").lab.values, "5,x");
    lab_.typed = "5,x";
    lab_.error = "values: 'x' is not a whole number";
    frame();
    EXPECT_EQ(widget("lab/error").value, lab_.error);
    EXPECT_EQ(widget("lab/values").value, "5,x");
    lab_.error = "values: '" + std::string(1000, 'x') + "' is not a whole number";
    frame();
    EXPECT_EQ(widget("lab/error").value, concise(lab_.error));
}

TEST_F(LabWindow, AValueIsDraggedUpAndDown) {
    const ui::Widget box = widget("lab/value/1");
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = ImVec2(box.x + box.w / 2, box.y + box.h / 2);
    frame();
    io.MouseDown[0] = true;
    frame();
    io.MousePos.y -= 15;
    EXPECT_EQ(frame().lab.values, "3,6");
    io.MousePos.y += 50;
    EXPECT_EQ(frame().lab.values, "3,-1");
    io.MouseDown[0] = false;
    frame();
    EXPECT_EQ(frame().lab.values, std::nullopt);
}

TEST_F(LabWindow, ValuesThatAreNotDrawnOneByOneCannotBeDragged) {
    ASSERT_NE(map_.find("lab/value/1"), nullptr);
    lab_.values = {3, 4, 5};
    frame();
    EXPECT_EQ(map_.find("lab/value/1"), nullptr);
}

TEST_F(LabWindow, APredictionIsRightOrWrong) {
    EXPECT_EQ(map_.find("lab/predict/0"), nullptr);
    click("lab/predict");
    frame();
    ASSERT_NE(map_.find("lab/predict/0"), nullptr);
    EXPECT_EQ(map_.find("lab/predict/1"), nullptr) << "only one element is new";
    EXPECT_EQ(widget("lab/predict/0").state, "focused");
    type("8");
    EXPECT_TRUE(frame().lab.actions.empty());
    EXPECT_EQ(widget("lab/predict/0").value, "8");
    type("7");
    EXPECT_TRUE(frame().lab.actions.empty()) << "87 is wrong";
    EXPECT_EQ(actions("lab/reveal"), std::vector{LabAction::forward});
    lab_.frame = 1;
    frame();
    EXPECT_EQ(widget("lab/predict/0").value, "") << "another question";
    click("lab/predict/0");
    ImGui::GetIO().AddInputCharacter('0');
    EXPECT_EQ(frame().lab.actions, std::vector{LabAction::forward}) << "all are right";
    lab_.frame = 2;
    frame();
    EXPECT_EQ(map_.find("lab/predict/0"), nullptr) << "nothing comes after the last frame";
}

TEST_F(LabWindow, TwoLessonsStandSideBySide) {
    lab_.panes.push_back({1, "two", "Two", &drawings_[1], lab_.panes[0].frames});
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_EQ(widget("lab/pane/0").value, "one");
    EXPECT_EQ(widget("lab/pane/1").value, "two");
    EXPECT_EQ(widget("lab/value/0").y, widget("lab/value/1/0").y) << "rows are compared";
    EXPECT_GT(widget("lab/pane/1").x, widget("lab/pane/0").x);
}

TEST_F(LabWindow, ZoomIsBoundedAndReturnsToFit) {
    const auto size = [&] { return widget("lab/value/0").w; };
    const float fit = size();
    for (int i = 0; i < 3; ++i) click("lab/zoom/in");
    EXPECT_GT(size(), fit * 1.5f);
    for (int i = 0; i < 30; ++i) click("lab/zoom/out");
    EXPECT_GT(size(), 0);
    EXPECT_LT(size(), fit);
    click("lab/zoom/fit");
    frame();
    EXPECT_EQ(size(), fit);
}

TEST_F(LabWindow, FitShowsAllOfATallDrawing) {
    show(960, 300);
    const auto sees_the_end = [&] {
        const float end = widget("lab/pane/0").y + widget("lab/pane/0").h;
        return end <= widget("lab/first").y;
    };
    EXPECT_FALSE(sees_the_end()) << "it is no smaller than can be read with ease";
    click("lab/zoom/fit");
    frame();
    EXPECT_TRUE(sees_the_end());
    for (int i = 0; i < 3; ++i) click("lab/zoom/in");
    EXPECT_FALSE(sees_the_end());
}

TEST_F(LabWindow, PredictStaysUnderThePointer) {
    for (const float width : {640.0f, 700.0f, 760.0f, 820.0f, 900.0f, 1000.0f, 1100.0f, 1200.0f}) {
        show(width, 800);
        const float before = widget("lab/predict").y;
        click("lab/predict");
        for (int i = 0; i < 3; ++i) frame();
        EXPECT_EQ(widget("lab/predict").y, before) << width;
        click("lab/predict");
    }
}

TEST_F(LabWindow, AKernelIsReadBesideALesson) {
    lab::Drawing source;
    source.size = {900, 400};
    source.body_bottom = 400;
    source.title = "scan.glsl";
    source.descriptions = {"Input.", "Sum.", "Move.", "All."};
    lab_.panes.push_back({1, "two", "scan.glsl", &source, lab_.panes[0].frames});
    const auto text_scale = [&] { return widget("lab/pane/1").w / source.size.x; };
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_LT(text_scale(), 1) << "a second lesson may be small";
    lab_.has_kernel = true;
    lab_.kernel = "glsl";
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_GE(text_scale(), 1) << "12 pixels a letter";
}

TEST_F(LabWindow, TheTourIsOfferedOnceAndEndsAtTheParticles) {
    settings_.display.lab = false;
    show(1200, 800);
    const ui::Events taken = click("tour/take");
    EXPECT_EQ(taken.lab.actions, std::vector{LabAction::begin_tour});
    ASSERT_EQ(taken.edits.size(), 2u);
    EXPECT_EQ(taken.edits[0].pointer, "/display/tour");
    EXPECT_EQ(taken.edits[0].value, false);
    EXPECT_EQ(taken.edits[1].pointer, "/display/lab");
    const auto refused = click("tour/later").edits;
    ASSERT_EQ(refused.size(), 1u);
    EXPECT_EQ(refused[0].pointer, "/display/tour");
    settings_.display.tour = false;
    frame();
    EXPECT_EQ(map_.find("tour/take"), nullptr);

    settings_.display.lab = true;
    lab_.tour = {0, 3, "Title", "Caption"};
    show(1200, 800);
    EXPECT_EQ(actions("tour/skip"), std::vector{LabAction::end_tour});
    const ui::Events next = click("tour/next");
    EXPECT_EQ(next.lab.actions, std::vector{LabAction::next_stop});
    EXPECT_TRUE(next.edits.empty());
    lab_.tour->stop = 1;
    frame();
    const ui::Events last = click("tour/next");
    ASSERT_EQ(last.edits.size(), 1u);
    EXPECT_EQ(last.edits[0].pointer, "/display/lab");

    settings_.display.lab = false;
    lab_.tour->stop = 2;
    show(1200, 800);
    EXPECT_EQ(widget("scan").value, true);
    EXPECT_EQ(actions("tour/done"), std::vector{LabAction::end_tour});
}

TEST_F(LabWindow, AnOfferThatNobodyTakesEndsByItself) {
    settings_.display.lab = false;
    show(1200, 800);
    ASSERT_NE(map_.find("tour/take"), nullptr);
    ImGui::GetIO().DeltaTime = 60;
    frame();
    const auto edits = frame().edits;
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].pointer, "/display/tour");
    EXPECT_EQ(edits[0].value, false);
}

TEST_F(LabWindow, AnOfferCoversNeitherThePanelNorAMessage) {
    settings_.display.lab = false;
    show(640, 480);
    EXPECT_EQ(map_.find("tour/take"), nullptr);
    show(1200, 800);
    ASSERT_NE(map_.find("tour/take"), nullptr);
    model_.notices = {{ui::Notice::Kind::info, "Saved"}};
    frame();
    EXPECT_EQ(map_.find("tour/take"), nullptr);
}

}  // namespace
}  // namespace winnow::test
