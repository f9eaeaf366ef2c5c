// The timeline at the window's lower edge, without a window: what it shows, and what a person's hands on it
// ask for.
#include "ui/timeline_bar.h"

#include "imgui_fixture.h"

namespace winnow::ui {
namespace {

class TimelineBarTest : public test::PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        model_.timeline.playhead = model_.timeline.destination = 300;
        model_.timeline.newest = 500;
        settings_.effect.steps_per_second = 60;
        settle();
    }
    /// The share of the track at which a step lies: it shows 10 seconds.
    static float share(double step) { return static_cast<float>(step / 600); }
};

TEST_F(TimelineBarTest, AClickSeeksTheStepBelowIt) {
    const Events events = click("timeline/track", share(150));
    ASSERT_TRUE(events.seek);
    EXPECT_NEAR(static_cast<double>(*events.seek), 150, 2);
    EXPECT_FALSE(events.loop);
    EXPECT_EQ(widget("timeline/track").value, 300);
    EXPECT_EQ(widget("timeline/step").value, 300);
}

TEST_F(TimelineBarTest, TheEndsOfALoopAreDragged) {
    model_.timeline.loop = LoopRegion{100, 200};
    Events events = drag("timeline/track", share(200), share(400));
    ASSERT_TRUE(events.loop);
    EXPECT_EQ(events.loop->begin, 100u);
    EXPECT_NEAR(static_cast<double>(events.loop->end), 400, 2);
    EXPECT_FALSE(events.seek);
    events = drag("timeline/track", share(100), share(50));
    ASSERT_TRUE(events.loop);
    EXPECT_NEAR(static_cast<double>(events.loop->begin), 50, 2);
    EXPECT_EQ(events.loop->end, 200u);
    events = drag("timeline/track", share(100), share(300));
    EXPECT_TRUE(!events.loop || events.loop->begin < 200) << "it does not end before it begins";
}

TEST_F(TimelineBarTest, ShiftDragsANewLoop) {
    ImGui::GetIO().KeyShift = true;
    const Events events = click("timeline/track", share(240));
    ASSERT_TRUE(events.loop);
    EXPECT_NEAR(static_cast<double>(events.loop->begin), 240, 2);
    EXPECT_EQ(events.loop->end, events.loop->begin + 1);
    EXPECT_FALSE(events.seek);
}

TEST_F(TimelineBarTest, TheWheelZoomsAroundThePointer) {
    hover("timeline/track");  // at step 300 of 600
    ImGui::GetIO().MouseWheel = 6;
    settle();
    EXPECT_FALSE(click("timeline/track", 0.5f).seek) << "the step below the pointer has stayed";
    Events events = click("timeline/track", 0.9f);
    ASSERT_TRUE(events.seek);
    EXPECT_LT(*events.seek, 400u);
    EXPECT_GT(*events.seek, 305u);
    model_.timeline.playhead = model_.timeline.destination = 500;
    settle();
    events = click("timeline/track", 0.9f);
    ASSERT_TRUE(events.seek);
    EXPECT_GT(*events.seek, 500u) << "the window follows the playhead";
}

TEST_F(TimelineBarTest, TheButtonsAreTheKeys) {
    const std::pair<const char*, Action> buttons[] = {
        {"timeline/first", Action::first_step},  {"timeline/back", Action::step_back},
        {"timeline/forward", Action::step_once}, {"timeline/newest", Action::newest_step},
        {"timeline/loop", Action::toggle_loop},  {"timeline/marker", Action::set_marker},
    };
    for (const auto& [name, action] : buttons) EXPECT_EQ(click(name).actions, std::vector{action}) << name;
    const Events events = click("timeline/play");
    ASSERT_EQ(events.edits.size(), 1u);
    EXPECT_EQ(events.edits[0].pointer, "/simulation/paused");
}

TEST_F(TimelineBarTest, WhereEditsEnterIsChosen) {
    click("timeline/edits");
    const Events events = click("timeline/edits/first-step");
    EXPECT_EQ(events.edit_place, EditPlace::first_step);
    model_.timeline.edit_place = EditPlace::here_onwards;
    settle();
    EXPECT_EQ(widget("timeline/edits").value, "here-onwards");
}

TEST_F(TimelineBarTest, WhatGoesForwardsOnlySaysWhy) {
    model_.timeline.reason = "a trace is written";
    settle();
    EXPECT_FALSE(widget("timeline/back").enabled);
    EXPECT_FALSE(widget("timeline/first").enabled);
    EXPECT_TRUE(widget("timeline/forward").enabled);
    EXPECT_TRUE(click("timeline/back").actions.empty());
}

TEST_F(TimelineBarTest, ItGivesWayInASmallWindowAndOnRequest) {
    EXPECT_LT(panel_.open_area().bottom, 1);
    settings_.display.timeline = false;
    settle();
    EXPECT_EQ(map_.find("timeline/track"), nullptr);
    EXPECT_EQ(panel_.open_area().bottom, 1);
    settings_.display.timeline = true;
    ImGui::GetIO().DisplaySize = ImVec2(480, 300);
    settle();
    EXPECT_EQ(map_.find("timeline/track"), nullptr);
}

TEST_F(TimelineBarTest, TheBadgeTellsTheWay) {
    model_.timeline.travels = true;
    model_.timeline.destination = 40;
    settle();
    EXPECT_EQ(widget("doing").value, "going to step 40: at 300");
    EXPECT_EQ(widget("timeline/step").value, 40);
}

TEST(EffectMomentsTest, BurstsAndLoopsAreListedInOrder) {
    effects::Effect effect;
    effect.emitters.resize(2);
    effects::Emitter &rocket = effect.emitters[0], &rain = effect.emitters[1];
    rocket.name = "rocket";
    rocket.bursts.push_back({.time = 1, .every = 2, .repeats = 2});
    rain.name = "rain";
    rain.duration = 2.5f;
    rain.loop = true;
    rain.bursts.push_back({.time = 0.5f});
    std::vector<std::pair<double, std::string>> found;
    for (const EffectMoment& moment : effect_moments(effect, 6))
        found.emplace_back(moment.seconds, moment.what);
    const std::vector<std::pair<double, std::string>> expected{
        {0.5, "rain: burst"}, {1, "rocket: burst"}, {2.5, "rain: begins anew"}, {3, "rocket: burst"},
        {3, "rain: burst"},   {5, "rocket: burst"}, {5, "rain: begins anew"},   {5.5, "rain: burst"},
    };
    EXPECT_EQ(found, expected);
    rain.emits = false;
    EXPECT_EQ(effect_moments(effect, 6).size(), 3u) << "one that is muted does nothing";
    rocket.bursts[0] = {.time = 0, .every = 0.001f};
    EXPECT_EQ(effect_moments(effect, 1e6).size(), max_effect_moments);
}

TEST(EffectMomentsTest, ATimelineHasRoundLengths) {
    EXPECT_EQ(timeline_length(0), 5);
    EXPECT_EQ(timeline_length(5.1), 10);
    EXPECT_EQ(timeline_length(61), 120);
    EXPECT_EQ(timeline_length(3600 * 3), 4 * 3600);
}

}  // namespace
}  // namespace winnow::ui
