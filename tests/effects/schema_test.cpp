// Checks that the JSON Schema refuses what it can express, and nothing that an effect file may hold.
#include "effects/format/schema.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <regex>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "effects/format/writer.h"
#include "effects/random_effect.h"
#include "effects/random_stack.h"
#include "support/places.h"

#if __has_include(<valijson/validator.hpp>)
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#define HAS_VALIJSON 1
#else
#define HAS_VALIJSON 0
#endif

namespace winnow::effects {
namespace {

using Json = nlohmann::json;

std::string text_of_source(const char* path) {
    std::ifstream file(test::source(path));
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the value with 2 for 2.0: JSON Schema does not tell them apart, but valijson does.
Json with_integers(Json value) {
    if (value.is_structured())
        for (Json& part : value) part = with_integers(std::move(part));
    constexpr double exact = 1e15;
    const double number = value.is_number_float() ? value.get<double>() : 0.5;
    return number == std::floor(number) && std::abs(number) < exact ? Json(static_cast<std::int64_t>(number))
                                                                    : value;
}

/// Returns the faults that the schema finds, one a line.
std::string faults_of(const Json& given) {
    const Json document = with_integers(given);
#if HAS_VALIJSON
    static const valijson::Schema& schema = []() -> valijson::Schema& {
        static const Json text = Json::parse(effect_schema_text());
        static valijson::Schema parsed;
        valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), parsed);
        return parsed;
    }();
    valijson::ValidationResults results;
    valijson::Validator validator;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results)) return {};
    std::string faults;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        for (const std::string& part : error.context) faults += part;
        faults += ": " + error.description + '\n';
    }
    return faults.empty() ? "refused" : faults;
#else
    return document.dump();
#endif
}

class Schema : public testing::Test {
  protected:
    void SetUp() override {
        if (!HAS_VALIJSON) GTEST_SKIP() << "valijson, which validates by schemas, is absent";
    }
};

/// Returns the message with which the program refuses the text; empty: it is an effect.
std::string refusal_of(const std::string& text) {
    try {
        parse(text, "text");
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

void expect_accepted(const std::string& text) {
    ASSERT_EQ(refusal_of(text), "") << text;
    ASSERT_EQ(faults_of(Json::parse(text)), "") << text;
}

TEST(SchemaFile, IsWhatTheTablesGive) {
    EXPECT_EQ(Json::parse(text_of_source("assets/effects/effect.schema.json")), Json(effect_schema()))
        << "winnow effect schema --output assets/effects/effect.schema.json";
}

TEST(SchemaFile, HasALineForEachDefinition) {
    const std::string text = effect_schema_text();
    const auto schema = effect_schema();
    EXPECT_EQ(Json::parse(text), Json(schema));
    for (const auto& [name, definition] : schema["definitions"].items())
        EXPECT_NE(text.find("\n    \"" + name + "\": " + definition.dump()), std::string::npos) << name;
}

TEST_F(Schema, AcceptsTheBuiltInEffects) {
    for (const std::string& name : built_in_names()) {
        expect_accepted(std::string(built_in_text(name)));
        expect_accepted(file_text(load(name)));
    }
}

TEST_F(Schema, AcceptsTheExamplesOfTheDocumentation) {
    const std::string document = text_of_source("docs/effects.md");
    const std::regex block("```json\n([^`]*)```");
    int examples = 0;
    for (std::sregex_iterator at(document.begin(), document.end(), block), end; at != end; ++at) {
        expect_accepted((*at)[1]);
        ++examples;
    }
    EXPECT_GE(examples, 2);
}

TEST_F(Schema, AcceptsColoursAsCssWritesThem) {
    const auto effect = [](const std::string& object, const std::string& module) {
        return R"({"format": 2, "scenery": {"objects": [{"colour": )" + object +
               R"(}]}, "emitters": [{"modules": [{"module": "colour", "colour": )" + module + "}]}]}";
    };
    expect_accepted(effect("\"tomato\"", "\"teal\""));
    expect_accepted(effect("\"#f80\"", "\"#f80c\""));
    expect_accepted(effect("\"#FF8800\"", R"({"random": ["#ff8800cc", "red"]})"));
    expect_accepted(effect("[1, 0, 0]", R"({"gradient": [[0, "#ff8800"], [1, [1, 0, 0, 1]]]})"));
    for (const std::string& text : {effect("\"#ff8800cc\"", "\"red\""), effect("\"redd\"", "\"red\""),
                                    effect("\"red\"", R"({"gradient": [[0, "redd"], [1, "red"]]})")}) {
        EXPECT_NE(refusal_of(text), "") << text;
        EXPECT_NE(faults_of(Json::parse(text)), "") << text;
    }
}

TEST_F(Schema, AcceptsRandomEffects) {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        if (seed % 4 == 0) expect_accepted(file_text(random_effect(seed)));
        expect_accepted(file_text(random_stack_effect(seed)));
    }
}

/// Replaces a random part of the document by something that may or may not be right there.
void mutate(Json& document, std::mt19937& engine) {
    static const std::vector<Json> others =
        Json::parse(R"([0, -1, 1, 0.5, 2.0, 64, 1e9, true, false, null, "", " ",
        "life", "speed / 2", "disc", "alpha", "eddies", [], {}, [0, 0, 0], [1, 2, 3], [1, 2, 3, 0.5], [1, 2], [2, 1],
        {"random": [0, 1]}, {"random": [[0, 1, 0], [1, 1, 1]]}, {"curve": [[0, 1], [1, 0]]}, {"curve": [], "by": "age"},
        {"gradient": [[0, [1, 1, 1, 1]]], "by": "life"}, {"module": "gravity"}, {"module": "size", "diameter": 1}])");
    std::vector<Json::json_pointer> places;
    const Json flat = document.flatten();
    for (const auto& part : flat.items())
        for (Json::json_pointer place(part.key()); !place.empty(); place.pop_back()) places.push_back(place);
    const Json::json_pointer& place = places[engine() % places.size()];
    if (engine() % 4 != 0)
        document[place] = others[engine() % others.size()];
    else if (document[place.parent_pointer()].is_object())
        document[place.parent_pointer()].erase(place.back());
}

TEST_F(Schema, AcceptsWhateverTheProgramAccepts) {
    std::mt19937 engine(5);
    std::vector<Json> documents;
    documents.push_back(Json::parse(file_text(load("rain"))));
    documents.push_back(Json::parse(to_json(load("fountain")).dump()));
    for (std::uint32_t seed = 0; seed < 30; ++seed)
        documents.push_back(Json::parse(file_text(random_stack_effect(seed))));
    int accepted = 0;
    for (int i = 0; i < 2000; ++i) {
        Json document = documents[engine() % documents.size()];
        mutate(document, engine);
        if (!refusal_of(document.dump()).empty()) continue;
        ++accepted;
        ASSERT_EQ(faults_of(document), "") << document.dump();
    }
    EXPECT_GT(accepted, 200);
}

constexpr const char* of_effects[] = {
    R"(5)",
    R"([])",
    R"(null)",
    R"({})",
    R"({"name": "x"})",
    R"({"format": 0})",
    R"({"format": 3})",
    R"({"format": 1.5})",
    R"({"format": "1"})",
    R"({"format": null})",
    R"({"format": 2, "nam": "x"})",
    R"({"format": 2, "name": 1})",
    R"({"format": 2, "$schema": 1})",
    R"({"format": 1})",
    R"({"format": 2, "steps_per_second": 0})",
    R"({"format": 2, "steps_per_second": 59.5})",
    R"({"format": 2, "prewarm": -1})",
    R"({"format": 2, "prewarm": 601})",
    R"({"format": 2, "prewarm": "1"})",
    R"({"format": 2, "when_full": "drop"})",
    R"({"format": 2, "blend": "effect"})",
    R"({"format": 2, "limits": {"children_per_step": -1}})",
    R"({"format": 2, "limits": {"children": 1}})",
    R"({"format": 2, "floor": []})",
    R"({"format": 2, "floor": {"enabled": 1}})",
    R"({"format": 2, "floor": {"hight": 1}})",
    R"({"format": 2, "floor": {"friction": 1.1}})",
    R"({"format": 2, "view": {"target": [0, 1]}})",
    R"({"format": 2, "view": {"target": [0, 1, "2"]}})",
    R"({"format": 2, "view": {"pitch": 90}})",
    R"({"format": 2, "emitters": []})",
    R"({"format": 2, "emitters": {}})",
    R"({"format": 2, "emitters": [7]})",
};

/// Members of an emitter.
constexpr const char* of_emitters[] = {
    R"("let": ["age"])",
    R"("let": {"a": 5})",
    R"("let": {"a": ""})",
    R"("let": {"Big": "age"})",
    R"("rat": 1)",
    R"("rate": -1)",
    R"("rate": null)",
    R"("rate": 1e10)",
    R"("emits": 1)",
    R"("lifetime": "5")",
    R"("lifetime": -5)",
    R"("lifetime": {"random": [1, 2], "by": "age"})",
    R"("lifetime": {})",
    R"("lifetime": {"curve": [[0, 1]]})",
    R"("bursts": {})",
    R"("bursts": [{"cout": 1}])",
    R"("bursts": [{"count": 1.5}])",
    R"("bursts": [{"time": -1}])",
    R"("children": [{"emitter": 1}])",
    R"("children": [{"emitter": "e", "on": "birth"}])",
    R"("children": [{"emitter": "e", "count": 1.5}])",
    R"("children": [{"emitter": "e", "count": [1, 2.5]}])",
    R"("children": [{"emitter": "e", "chance": 2}])",
    R"("radius": 0)",
    R"("gravity": [0, -9.81, 0])",
    R"("lifetime": [1, 2, 3])",
    R"("modules": {})",
    R"("modules": [5])",
    R"("modules": [{}])",
    R"("modules": [{"module": 5}])",
    R"("modules": [{"module": ""}])",
    R"("modules": [{"module": "Gravity"}])",
    R"("modules": [{"module": "../gravity"}])",
};

/// Modules of a stack.
constexpr const char* of_stacks[] = {
    R"("gravity", "enabled": 1)",
    R"("gravity", "enabled": null)",
    R"("gravity", "acceleraton": [0, 1, 0])",
    R"("gravity", "acceleration": 5)",
    R"("gravity", "acceleration": [0, 1])",
    R"("gravity", "acceleration": [0, 1, 1e9])",
    R"("gravity", "acceleration": {"curve": [[0, 1]]})",
    R"("gravity", "acceleration": {"gradient": []})",
    R"("gravity", "acceleration": {"gradient": [[0, 1]]})",
    R"("gravity", "acceleration": {"random": [0, 1]})",
    R"("gravity", "acceleration": true)",
    R"("size", "diameter": -1)",
    R"("size", "diameter": 1001)",
    R"("size", "diameter": null)",
    R"("size", "diameter": "")",
    R"("size", "diameter": " ")",
    R"("size", "diameter": [0, 1])",
    R"("size", "diameter": {})",
    R"("size", "diameter": {"random": [0]})",
    R"("size", "diameter": {"random": [0, -1]})",
    R"("size", "diameter": {"random": [0, 1], "by": "age"})",
    R"("size", "diameter": {"by": "age"})",
    R"("size", "diameter": {"random": [0, 1], "curve": [[0, 1]]})",
    R"("size", "diameter": {"curve": []})",
    R"("size", "diameter": {"curve": [[0, 1, 2, 3, 4]]})",
    R"("size", "diameter": {"curve": [[0]]})",
    R"("size", "diameter": {"curve": [["0", 1]]})",
    R"("size", "diameter": {"curve": [[0, -1]]})",
    R"("size", "diameter": {"curve": [[2e6, 1]]})",
    R"("size", "diameter": {"curve": [[0, 1]], "by": 1})",
    R"("size", "diameter": {"curve": [[0, 1]], "by": ""})",
    R"("size", "diameter": {"gradient": [[0, 1]]})",
    R"("colour", "colour": [1, 1, 1])",
    R"("colour", "colour": [1, 1, 1, 2])",
    R"("colour", "color": [1, 1, 1, 1])",
    R"("colour", "colour": {"gradient": [[0, [1, 1, 1]]]})",
    R"("spiral", "arms": 2.5)",
    R"("spiral", "arms": 0)",
    R"("spiral", "arms": {"curve": [[0, 1]]})",
    R"("spiral", "axis": [0, 0, 0])",
    R"("spiral", "axis": [0, 2e6, 0])",
    R"("collide-plane", "hit": "bonce")",
    R"("collide-plane", "hit": 1)",
    R"("collide-ball", "inside": 1)",
    R"("collide-plane", "hit": {"random": ["bounce", "kill"]})",
    R"("collide-ball", "inside": {"random": [true, false]})",
};

constexpr const char* of_properties[] = {
    R"(5)",
    R"({})",
    R"({"value": 1})",
    R"({"name": ""})",
    R"({"name": "Spin"})",
    R"({"name": "a__b"})",
    R"({"name": "a", "value": ""})",
    R"({"name": "a", "value": [1]})",
    R"({"name": "a", "range": 5})",
    R"({"name": "a", "range": {"random": [0, 1]}})",
    R"({"name": "a", "default": 1})",
};

TEST_F(Schema, RefusesBrokenFiles) {
    std::vector<std::string> texts(std::begin(of_effects), std::end(of_effects));
    for (const char* member : of_emitters)
        texts.push_back(std::string(R"({"format": 2, "emitters": [{"name": "e", )") + member + "}]}");
    for (const char* use : of_stacks)
        texts.push_back(std::string(R"({"format": 2, "emitters": [{"modules": [{"module": )") + use +
                        "}]}]}");
    for (const char* property : of_properties)
        texts.push_back(std::string(R"({"format": 2, "properties": [)") + property + "]}");
    EXPECT_GT(texts.size(), 110u);
    for (const std::string& text : texts) {
        EXPECT_NE(refusal_of(text), "") << text;
        EXPECT_NE(faults_of(Json::parse(text)), "") << text;
    }
}

TEST_F(Schema, NamesTheModulesThatAreNotBuiltInByTheirForm) {
    const char* const own =
        R"({"format": 2, "emitters": [{"modules": [{"module": "my-own", "x": "age", "y": [1, 2, 3],
        "z": {"curve": [[0, 1]], "by": "life"}}]}]})";
    EXPECT_EQ(faults_of(Json::parse(own)), "");
    const char* const wrong =
        R"({"format": 2, "emitters": [{"modules": [{"module": "my-own", "x": {"least": 1}}]}]})";
    EXPECT_NE(faults_of(Json::parse(wrong)), "");
}

}  // namespace
}  // namespace winnow::effects
