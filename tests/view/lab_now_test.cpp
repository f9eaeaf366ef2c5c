// Checks how the Lab shows what happens now: a kernel's run, the living particles, and the race.
#include <algorithm>

#include "lab_fixture.h"
#include "support/handmade_trace.h"

namespace winnow::view {
namespace {

using ui::LabAction;

TEST_F(Lab, ShowsARunOfAKernelOnceForEachRequest) {
    show("look-back");
    EXPECT_TRUE(model().can_trace);
    EXPECT_FALSE(lab_.take_task().has_value()) << "nobody has asked";
    lab_.handle({.values = "3,1,7"});
    act(LabAction::trace);
    const auto task = lab_.take_task();
    ASSERT_TRUE(task.has_value());
    EXPECT_EQ(task->kernel, "look_back");
    EXPECT_EQ(task->values.size(), 3 * task->threads);
    EXPECT_FALSE(lab_.take_task().has_value());
    EXPECT_FALSE(model().traced) << "it has not run yet";
    lab_.see_run(test::handmade_trace(), "A device");
    EXPECT_TRUE(model().traced);
    EXPECT_EQ(model().frames, 10u);
    EXPECT_EQ(model().panes[0].drawing->title, "Decoupled look-back as it ran");
    EXPECT_NE(model().panes[0].frames[0].sentence.find("A device executed the kernel in GLSL"),
              std::string::npos);
    const auto drawn = values_drawn(4);
    EXPECT_NE(std::find(drawn.begin(), drawn.end(), "wait for 0"), drawn.end());
}

TEST_F(Lab, ARunStaysUntilSomethingElseIsAskedFor) {
    show("look-back");
    lab_.handle({.values = "3,1,7"});
    const auto trace = [&] {
        act(LabAction::trace);
        lab_.take_task();
        lab_.see_run(test::handmade_trace(), "A device");
        ASSERT_TRUE(model().traced);
    };
    trace();
    lab_.handle({.beside = index_of("chained")});
    EXPECT_TRUE(model().traced) << "another lesson beside changes nothing";
    EXPECT_EQ(model().panes[1].title, model().lessons[index_of("chained")].title);
    act(LabAction::alone);
    act(LabAction::model);
    EXPECT_FALSE(model().traced);
    EXPECT_EQ(model().panes[0].drawing->title, model().lessons[index_of("look-back")].title);
    for (const ui::LabEvents& events :
         {ui::LabEvents{.values = "3,1,8"}, ui::LabEvents{.op = "max"},
          ui::LabEvents{.number = {{"resident", 2}}}, ui::LabEvents{.lesson = index_of("blelloch")}}) {
        trace();
        lab_.handle(events);
        EXPECT_FALSE(model().traced);
        show("look-back");
        EXPECT_FALSE(model().traced) << "it is not shown again";
        lab_.handle({.values = "3,1,7", .op = "add"});
    }
}

TEST_F(Lab, ARunThatIsNotPossibleSaysWhy) {
    show("blelloch");
    EXPECT_FALSE(model().can_trace);
    act(LabAction::trace);
    EXPECT_NE(model().error.find("blelloch has no kernel that leaves a trace"), std::string::npos);
    EXPECT_FALSE(lab_.take_task().has_value());
    show("look-back");
    lab_.handle({.op = "affine"});
    act(LabAction::trace);
    EXPECT_NE(model().error.find("single words"), std::string::npos);
    EXPECT_FALSE(lab_.take_task().has_value());
    lab_.handle({.op = "add"});
    act(LabAction::trace);
    EXPECT_TRUE(model().error.empty());
    lab_.refuse("the device is gone");
    EXPECT_EQ(model().error, "the device is gone");
    EXPECT_FALSE(model().traced);
}

TEST_F(Lab, ShowsLivingParticlesAndLooksAgainLater) {
    EXPECT_FALSE(lab_.wants_particles(true)) << "another lesson is shown";
    show("live");
    EXPECT_EQ(model().frames, 1u);
    EXPECT_EQ(model().max_values, 0u);
    EXPECT_TRUE(lab_.wants_particles(true));
    lab_.see({{1, 0, 5}, {1, 1, 0}}, {{1, 0, 5}});
    EXPECT_EQ(model().frames, 4u);
    EXPECT_EQ(values_drawn(3), (std::vector<std::string>{"5", "0", "1", "0", "0", "1", "5"}));
    EXPECT_FALSE(lab_.wants_particles(true)) << "too soon";
    lab_.advance(LabState::seconds_per_look);
    EXPECT_TRUE(lab_.wants_particles(true));
    act(LabAction::forward);
    EXPECT_FALSE(lab_.wants_particles(true)) << "the person is going through the steps";
    act(LabAction::first_frame);
    lab_.see({{2, 0, 1}}, {{2, 0, 1}});
    EXPECT_EQ(model().frame, 0u);
    EXPECT_EQ(values_drawn(0), (std::vector<std::string>{"1"}));
    show("blelloch");
    EXPECT_FALSE(lab_.shows_particles());
    lab_.advance(LabState::max_seconds_per_look);
    EXPECT_FALSE(lab_.wants_particles(true));
}

TEST_F(Lab, WaitsForADeathButNotForLong) {
    show("live");
    EXPECT_TRUE(lab_.wants_particles(false)) << "nothing is shown yet";
    lab_.see({{1, 0, 5}}, {{1, 0, 5}});
    lab_.advance(LabState::seconds_per_look);
    EXPECT_TRUE(lab_.wants_particles(true));
    EXPECT_FALSE(lab_.wants_particles(false));
    lab_.advance(LabState::max_seconds_per_look - LabState::seconds_per_look);
    EXPECT_TRUE(lab_.wants_particles(false));
}

TEST_F(Lab, KeepsAStepWhileAParticleIsPointedAt) {
    lab_.handle({.beside = index_of("live")});
    EXPECT_TRUE(lab_.shows_particles()) << "beside another lesson too";
    lab_.handle({.particle = 0u});
    EXPECT_FALSE(lab_.wants_particles(true));
    lab_.handle({});
    EXPECT_TRUE(lab_.wants_particles(true));
    lab_.place({{lab::Point{0.5f, 0.25f}, true, "born"}});
    ASSERT_EQ(model().particles.size(), 1u);
    EXPECT_EQ(model().particles[0].caption, "born");
}

TEST_F(Lab, WhoPointsAtADeadParticleGetsALivingOne) {
    show("live");
    lab_.see({{1, 0, 5}, {1, 1, 0}}, {{1, 0, 5}});
    lab_.place({{lab::Point{}, true, ""}, {lab::Point{}, false, ""}});
    lab_.handle({.particle = 0u});
    EXPECT_FALSE(lab_.wants_particles(true));
    lab_.handle({.particle = 1u});
    EXPECT_TRUE(lab_.wants_particles(false));
    lab_.see({{2, 0, 5}}, {{2, 0, 5}});
    lab_.handle({.particle = 1u});
    EXPECT_FALSE(lab_.wants_particles(true)) << "one that dies under the pointer stays";
    lab_.handle({});
    act(LabAction::forward);
    lab_.handle({.particle = 1u});
    EXPECT_FALSE(lab_.wants_particles(true)) << "the person is going through the steps";
}

TEST_F(Lab, TheRaceStandsAloneAndShowsItsFindings) {
    show("kogge-stone");
    lab_.handle({.beside = index_of("brent-kung")});
    EXPECT_FALSE(lab_.shows_race());
    show("race");
    EXPECT_TRUE(lab_.shows_race());
    EXPECT_EQ(model().panes.size(), 1u);
    EXPECT_TRUE(model().lessons[index_of("race")].stands_alone);
    EXPECT_TRUE(model().numbers.empty());
    RaceFindings found;
    found.elements = 4096;
    lab_.see(found);
    EXPECT_EQ(model().race->elements, 4096u);
    for (const LabAction action : {LabAction::play, LabAction::forward, LabAction::last_frame}) act(action);
    EXPECT_FALSE(model().playing);
    EXPECT_EQ(model().frame, 0u);
    show("blelloch");
    EXPECT_FALSE(lab_.shows_race());
    lab_.handle({.beside = index_of("race")});
    EXPECT_EQ(model().panes.size(), 1u) << "no lesson stands beside the race";
}

}  // namespace
}  // namespace winnow::view
