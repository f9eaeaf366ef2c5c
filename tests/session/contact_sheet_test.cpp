// Which pictures a contact sheet has, and what their runs cost.
#include "session/contact_sheet.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "effects/format/effect_file.h"
#include "support/errors.h"
#include "support/gl_calls.h"
#include "support/gl_fixture.h"

namespace winnow::session {
namespace {

std::vector<std::string> captions_of(const SheetChoice& choice) {
    std::vector<std::string> captions;
    for (const SheetPicture& one : pictures_of(choice, 1)) captions.push_back(one.caption);
    return captions;
}

TEST(SheetPictures, TimeVariesFirstAndTheSeedLast) {
    EXPECT_EQ(captions_of({{5, 7}, {}, {1, 4 / 3.0f}}),
              (std::vector<std::string>{"seed 5, 1 s", "seed 5, 1.33 s", "seed 7, 1 s", "seed 7, 1.33 s"}));
    EXPECT_EQ(captions_of({{}, {{"a", {1, 2}}, {"b", {0.125f}}}}),
              (std::vector<std::string>{"a=1, b=0.125", "a=2, b=0.125"}));
}

TEST(SheetPictures, AreTheFramesNearestToTheirTimes) {
    const auto pictures = pictures_of({{}, {}, {0, 0.5f, 1.009f, 3600}}, 9);
    std::vector<std::uint64_t> frames;
    for (const SheetPicture& one : pictures) frames.push_back(one.frame);
    EXPECT_EQ(frames, (std::vector<std::uint64_t>{1, 30, 61, 216000}));
    EXPECT_EQ(pictures.front().seed, 9u);
    EXPECT_EQ(pictures_of({.seeds = {4}, .time = 2}, 9).front().frame, 120u);
}

class ContactSheetTest : public test::GlTest {
  protected:
    static effects::Settings settings() {
        effects::Settings settings;
        settings.effect = effects::parse(
            R"({"format": 2, "properties": [{"name": "power", "value": 2, "range": [1, 8]}],
                "emitters": [{"rate": 500, "modules": [{"module": "jet", "speed": "power"}]}]})",
            "test");
        settings.simulation.capacity = 1000;
        return settings;
    }
};

TEST_F(ContactSheetTest, ProgramsAreBuiltOnceAndStepsOfARunAreMadeOnce) {
    Start start({});
    Session session(test::headless_context(), {}, settings());
    Still still(session, {{64, 36}});
    const auto pictures =
        pictures_of({.seeds = {1, 2}, .series = {{"power", {1, 8}}}, .times = {0.05f, 0.1f, 0.2f}}, 1);
    ASSERT_EQ(pictures.size(), 12u);
    std::vector<std::vector<std::uint8_t>> seen(pictures.size());
    std::optional<test::GlCalls> calls;
    draw_pictures(pictures, settings(), start, session, still,
                  [&](std::size_t i, const render::Image& image) {
                      seen.at(i) = image.pixels;
                      EXPECT_EQ(session.simulation().steps(), pictures[i].frame);
                      if (i == 0) calls.emplace();
                  });
    EXPECT_EQ(calls->count("glCreateProgram"), 0);
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), pictures.size()) << "no two are alike";
}

TEST_F(ContactSheetTest, AValueThatTheEffectRefusesIsToldByName) {
    const auto pictures = pictures_of({.series = {{"power", {2, 9}}}}, 1);
    EXPECT_NO_THROW(settings_of(settings(), pictures[0]));
    test::expect_error(ExitStatus::bad_input, "--set power: must be 1 to 8, not 9",
                       [&] { settings_of(settings(), pictures[1]); });
}

}  // namespace
}  // namespace winnow::session
