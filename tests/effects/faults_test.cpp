// Checks that all faults of an effect's file are found, and nothing but faults.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

using Json = nlohmann::json;
using Lines = std::vector<std::string>;

class FaultsOfFiles : public testing::Test {
  protected:
    /// Returns the messages behind the file's name.
    Lines faults_of(const std::string& text) const {
        const std::string file = directory_.write("e.json", text).string();
        Lines lines;
        for (const Refusal& fault : load_with_faults(file).faults)
            lines.push_back(std::string(fault.what()).substr(file.size() + 1));
        return lines;
    }

    test::TemporaryDirectory directory_;
};

TEST_F(FaultsOfFiles, OfBurstsAreAllListed) {
    const Lines faults = faults_of(R"({"format": 2, "emitters": [{"duration": 1e-9, "bursts": [
 {"count": "tiem", "probability": "pi +"},
 {"every": 1e-5, "delay": 1},
 {"count": "10 * time"}]}]})");
    ASSERT_EQ(faults.size(), 4u);
    for (std::size_t k = 0; k < faults.size(); ++k)
        EXPECT_TRUE(faults[k].starts_with(std::vector{"1:", "2:", "2:", "3:"}[k])) << faults[k];
}

TEST_F(FaultsOfFiles, AreListedInTheOrderOfTheText) {
    EXPECT_EQ(
        faults_of(R"({"format": 2,
 "emitters": [
  {"rate": -1, "lifetme": 2, "name": "a", "modules": [
    {"module": "jet", "sped": 1, "direction": [0, 0, 0]},
    {"module": "size", "diameter": "lief * 2"},
    {"module": "drag", "rate": "age +"}]},
  7,
  {"name": 5, "bursts": [{"count": 0.5}, {"time": -1}], "lifetime": [3, 2]}],
 "blend": "alpa",
 "view": {"distance": "far", "yaw": 10, "pich": 3}})"),
        (Lines{
            "3:4: /emitters/0/rate: must be 0 to 1e+09 births per second, not -1",
            "3:16: /emitters/0/lifetme: unknown key (did you mean lifetime?)",
            "4:23: /emitters/0/modules/0/sped: jet has no such parameter (did you mean speed?)",
            "4:34: /emitters/0/modules/0/direction: a direction must not be zero",
            "5:24: /emitters/0/modules/1/diameter: column 1: there is no name lief; must be position, "
            "velocity, speed, age, lifetime, life, travelled, time, seconds, random, pi, camera.position, "
            "camera.forward, camera.right, camera.up, camera.distance or camera.pixels",
            "6:24: /emitters/0/modules/2/rate: column 6: must be a number, a name, a function or (, not the "
            "end",
            "7:3: /emitters/1: must be an object {...}, not 7",
            "8:4: /emitters/2/name: must be a string, not 5",
            "8:27: /emitters/2/bursts/0/count: must be a whole number, 0 to 1e+09 births, not 0.5",
            "8:43: /emitters/2/bursts/1/time: must be 0 to 1e+06 s, not -1",
            "8:57: /emitters/2/lifetime: must be [least, most] with least <= most, not [3, 2]",
            "9:2: /blend: must be additive or alpha, not \"alpa\" (did you mean alpha?)",
            "10:11: /view/distance: must be 0.01 to 100000 m, not \"far\"",
            "10:41: /view/pich: unknown key (did you mean pitch?)",
        }));
}

TEST_F(FaultsOfFiles, DoNotFollowFromOthers) {
    EXPECT_EQ(faults_of(R"({"format": 2, "steps_per_seconds": 9, "properties": [{"nme": "wind"}],
 "emitters": [{"rate": "wind", "lifetime": 0.01, "children": [{"emitter": "b", "on": "age", "age": 0.01}]},
              {"nam": "b"}]})"),
              (Lines{"1:15: /steps_per_seconds: unknown key (did you mean steps_per_second?)",
                     "1:54: /properties/0/name: is missing; must be a string",
                     "1:55: /properties/0/nme: unknown key (did you mean name?)",
                     "3:16: /emitters/1/nam: unknown key (did you mean name?)"}));
    EXPECT_EQ(
        faults_of(
            R"({"format": 2, "emitters": [{"name": "a", "modules": [{"module": "atribute", "name": "hue"}],
 "children": [{"emitter": "b"}]}, {"name": "b", "rate": -1, "modules": [{"module": "size", "diameter": "parent.hue"},
 {"module": "drag", "rate": "ag"}]}]})"),
        (Lines{"1:55: /emitters/0/modules/0/module: no module is called atribute (did you mean attribute?)",
               "2:49: /emitters/1/rate: must be 0 to 1e+09 births per second, not -1",
               "3:21: /emitters/1/modules/1/rate: column 1: there is no name ag (did you mean age?)"}));
    // A fault hides names that may be attributes, but not all of them are.
    EXPECT_EQ(
        faults_of(R"({"format": 2, "emitters": [{"modules": [{"module": "gravty"},
 {"module": "size", "diameter": "sped * 2 + foo.x"}, {"module": "drag", "rate": "sped * min(1e2, 2) + position.y"},
 {"module": "colour", "colour": "ornage"}, {"module": "wind", "strength": 1}]}]})"),
        (Lines{
            "1:42: /emitters/0/modules/0/module: no module is called gravty (did you mean gravity?)",
            "2:73: /emitters/0/modules/2/rate: column 1: there is no name sped (did you mean speed?)",
            "3:23: /emitters/0/modules/3/colour: there is no colour and no name ornage (did you mean "
            "orange?)",
            "3:63: /emitters/0/modules/4/strength: wind has no such parameter; must be velocity or rate"}));
    // The attribute may be named by what cannot be read.
    for (const std::string declares :
         {R"({"module": "attribute", "name": 3})", R"({"module": "attribute", "nme": "heat"})",
          R"({"module": "atribute", "name": "heat"})"})
        EXPECT_EQ(faults_of(R"({"format": 2, "emitters": [{"modules": [)" + declares +
                            R"(, {"module": "size", "diameter": "heat"}]}]})")
                      .size(),
                  1u)
            << declares;
}

TEST_F(FaultsOfFiles, OfTheScenesAndOfTheWholeEffectAreFoundToo) {
    EXPECT_EQ(faults_of(R"({"format": 2, "properties": [{"name": "a b"}, {"name": "c", "value": 5}],
 "scenery": {"objects": [{"axis": [0, 0, 0]}, {"shape": "mesh"}, {"size": [1, 1]}]}})")
                  .size(),
              5u);
    EXPECT_EQ(faults_of(R"({"format": 2, "emitters": [{"modules": [{"module": "collide-scenery"}]}]})"),
              (Lines{"1:41: /emitters/0/modules/0: collide-scenery needs an object in the scenery whose "
                     "\"collides\" is true"}));
}

TEST_F(FaultsOfFiles, OfMotionsAreSaidWhereACameraHasAPathToo) {
    EXPECT_EQ(faults_of(R"x({"format": 2, "view": {"path": [{"position": [4, 0, 0]}, {"time": 2}]},
 "scenery": {"objects": [{"motion": {"rotation": "vec3(0, tim, 0)"}}]}})x"),
              (Lines{"2:38: /scenery/objects/0/motion/rotation: column 9: there is no name tim (did you mean "
                     "time?)"}));
}

TEST_F(FaultsOfFiles, KeysThatAreThereTwiceAreListedAndTheLastCounts) {
    EXPECT_EQ(faults_of(R"({"format": 2, "prewarm": -1, "prewarm": 1, "prewarm": -2, "blend": 1})"),
              (Lines{"1:15: /prewarm: must be 0 to 600 s, not -2",
                     "1:30: /prewarm: the key is there twice; must be there once",
                     "1:44: /prewarm: the key is there twice; must be there once",
                     "1:59: /blend: must be additive or alpha, not 1"}));
}

TEST_F(FaultsOfFiles, EndWhereTheTextIsNoJson) {
    const Lines lines = faults_of("{\"format\": 2, \"format\": 2, \"rate\": }");
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_TRUE(lines[0].starts_with("1:15: /format: the key is there twice")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("1:36: /rate: not JSON")) << lines[1];
    EXPECT_EQ(load_with_faults((directory_.path() / "none.json").string()).faults.size(), 1u);
}

TEST_F(FaultsOfFiles, AreLimited) {
    Json bursts = Json::array(), emitters = Json::array();
    for (int i = 0; i < 60; ++i) bursts.push_back({{"count", -1}});
    for (int i = 0; i < 60; ++i) emitters.push_back({{"bursts", bursts}});
    EXPECT_EQ(faults_of(Json{{"format", 2}, {"emitters", emitters}}.dump()).size(), Faults::max_kept);
}

/// Replaces or removes a random part of the document.
void spoil(Json& document, std::mt19937& engine) {
    static const Json others =
        Json::parse(R"([-1, 0.5, 1e9, "x", "", null, true, [], {}, [1, 2], {"a": 1}])");
    std::vector<Json::json_pointer> places;
    const Json flat = document.flatten();
    for (const auto& part : flat.items())
        for (Json::json_pointer at(part.key()); !at.empty(); at.pop_back()) places.push_back(at);
    const Json::json_pointer at = places[engine() % places.size()];
    if (engine() % 3 != 0)
        document[at] = others[engine() % others.size()];
    else if (document[at.parent_pointer()].is_object())
        document[at.parent_pointer()].erase(at.back());
}

TEST_F(FaultsOfFiles, HaveTheOneThatLoadingSaysAmongThem) {
    std::mt19937 engine(1);
    const auto names = built_in_names();
    std::size_t refused = 0, more = 0;
    for (int i = 0; i < 120; ++i) {
        Json document = Json::parse(built_in_text(names[engine() % names.size()]));
        for (std::uint32_t k = 0; k <= engine() % 4; ++k) spoil(document, engine);
        const std::string text = document.dump(1);
        const Lines lines = faults_of(text);
        const std::string file = (directory_.path() / "e.json").string();
        if (lines.empty()) {
            EXPECT_EQ(load(file), load_with_faults(file).effect) << text;
            continue;
        }
        const std::string first = whole_message_of([&] { load(file); }).substr(file.size() + 1);
        EXPECT_EQ(std::ranges::count(lines, first), 1) << first << "\n" << text;
        for (const std::string& line : lines) EXPECT_EQ(std::ranges::count(lines, line), 1) << line;
        ++refused;
        more += lines.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(refused, 60u);
    EXPECT_GT(more, 15u);
}

}  // namespace
}  // namespace winnow::effects
