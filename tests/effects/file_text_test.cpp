// Checks that a saved effect is as short as one that a person writes, and reads back as the same effect.
#include "effects/format/file_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/random_effect.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

void expect_reads_back(const Effect& effect) {
    const std::string text = file_text(effect);
    ASSERT_EQ(parse(text, "text"), effect) << text;
    ASSERT_EQ(file_text(parse(text, "text")), text);
}

/// True for a line of one key and its string, a description or an expression, which cannot be divided.
bool is_one_string(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(' '), value = line.find("\": ");
    return line[begin] == '"' && value != line.npos && line[value + 3] == '"';
}

std::size_t longest_line(const std::string& text) {
    std::istringstream lines(text);
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line);)
        if (!is_one_string(line)) longest = std::max(longest, line.size());
    return longest;
}

TEST(FileText, ReadsBackForTheBuiltInAndForRandomEffects) {
    expect_reads_back(Effect{});
    for (const std::string& name : built_in_names()) expect_reads_back(load(name));
    for (std::uint32_t seed = 0; seed < 100; ++seed) expect_reads_back(random_effect(seed));
}

TEST(FileText, IsThatOfTheBuiltInFilesAndFitsALine) {
    for (const std::string& name : built_in_names()) {
        const std::string text = file_text(load(name));
        EXPECT_EQ(text, built_in_text(name));
        EXPECT_LE(longest_line(text), 128u) << text;
    }
}

TEST(FileText, LeavesDefaultsOut) {
    EXPECT_EQ(file_text(Effect{}), "{\n  \"format\": 2\n}\n");
}

TEST(FileText, LooksAsAPersonWouldWriteIt) {
    Effect effect;
    effect.name = "Two";
    effect.plane.restitution = 0.45f;
    effect.emitters.resize(2);
    Emitter& first = effect.emitters[0];
    first.name = "jet";
    first.rate = 1e9f;
    first.position = {0, 0.05f, 100000};
    first.lifetime = {2.4f, 4};
    first.modules = {{"size", true, {{"diameter", 0.00003}}}};
    EXPECT_EQ(file_text(effect), R"({
  "format": 2,
  "name": "Two",
  "floor": {"restitution": 0.45},
  "emitters": [
    {
      "name": "jet",
      "rate": 1e+09,
      "position": [0, 0.05, 100000],
      "lifetime": [2.4, 4],
      "modules": [
        {"module": "size", "diameter": 3e-05}
      ]
    },
    {}
  ]
}
)");
}

TEST(FileText, HasAModuleALineWhereItFits) {
    Effect effect;
    effect.properties = {{"spin", 1, {0, 4}, "How fast it turns."}};
    Emitter& emitter = effect.emitters[0];
    emitter.lifetime = {5, 5};
    emitter.modules = {
        {"spiral", true, {{"twist", 2.20}, {"radius", Random(0.2, 6)}, {"arms", 4u}}},
        {"orbit", false, {{"speed", Formula("spin / sqrt(0.3 + length(position)) * 2")}}},
        {"colour",
         true,
         {{"colour", Gradient{{{0.0f, {9, 7, 4, 1}}, {0.5f, {1, 1, 1, 0.5f}}, {1.0f, {0.4f, 0.6f, 2, 0.1f}}},
                              "length(position) / 6"}}}}};
    emitter.children = {{.emitter = "emitter", .on = On::death, .count = {3, 3}}};
    EXPECT_EQ(file_text(effect), R"({
  "format": 2,
  "properties": [
    {"name": "spin", "value": 1, "range": [0, 4], "does": "How fast it turns."}
  ],
  "emitters": [
    {
      "lifetime": 5,
      "children": [
        {"emitter": "emitter", "count": 3}
      ],
      "modules": [
        {"module": "spiral", "arms": 4, "radius": {"random": [0.2, 6]}, "twist": 2.2},
        {"module": "orbit", "enabled": false, "speed": "spin / sqrt(0.3 + length(position)) * 2"},
        {
          "module": "colour",
          "colour": {
            "by": "length(position) / 6",
            "gradient": [[0, [9, 7, 4, 1]], [0.5, [1, 1, 1, 0.5]], [1, [0.4, 0.6, 2, 0.1]]]
          }
        }
      ]
    }
  ]
}
)");
    expect_reads_back(effect);
}

TEST(FileText, KeepsEveryFloat) {
    std::mt19937 engine(7);
    Effect effect;
    const auto keeps = [&](float value) {
        effect.emitters[0].position.x = value;
        const float back = parse(file_text(effect), "text").emitters[0].position.x;
        EXPECT_EQ(std::bit_cast<std::uint32_t>(back), std::bit_cast<std::uint32_t>(value)) << value;
    };
    using Limits = std::numeric_limits<float>;
    for (const float value : {Limits::denorm_min(), Limits::min(), Limits::epsilon(), 0.0f, 1e6f, 0.1f,
                              std::nextafter(1e6f, 0.0f), 16777.217f, 1e-4f, 9.9999e-5f, 8388608.5e-10f}) {
        keeps(value);
        keeps(-value);
    }
    for (int i = 0; i < 3000; ++i) {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(engine()));
        if (std::abs(value) <= 1e6f) keeps(value);
    }
}

TEST(FileText, RefusesWhatNoFileHolds) {
    Effect effect;
    effect.emitters[0].rate = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(message_of([&] { file_text(effect); }).find("/emitters/0/rate"), std::string::npos);
    effect = Effect{};
    effect.emitters.clear();
    EXPECT_NE(message_of([&] { file_text(effect); }).find("/emitters"), std::string::npos);
}

TEST(Save, LeavesTheFileAsItWasIfTheEffectIsRefused) {
    const test::TemporaryDirectory folder;
    const std::string path = (folder.path() / "x.json").string();
    Effect effect;
    effect.name = "kept";
    save(effect, path);
    EXPECT_EQ(load(path), effect);
    Effect wrong;
    wrong.emitters.clear();
    message_of([&] { save(wrong, path); });
    EXPECT_EQ(load(path), effect);
    message_of([&] { save(effect, "/nowhere/x.json"); });
}

}  // namespace
}  // namespace winnow::effects
