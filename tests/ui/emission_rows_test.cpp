// Checks how the panel shows an emitter's bursts, children and local values, and computed properties, and
// that what is done to them becomes edits that are accepted.
#include <string>

#include "effects/format/effect_file.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

using nlohmann::json;

constexpr const char* rockets = R"({"format": 2, "let": {"beat": "2 * pi"},
 "properties": [{"name": "storm", "value": "spin + 1"}, {"name": "spin", "value": 2, "range": [0, 4]}],
 "emitters": [
  {"name": "rocket", "bursts": [{"count": 10}, {"time": 2, "count": {"random": [5, 9]}, "every": 3}],
   "children": [{"emitter": "smoke", "on": "distance"}], "let": {"tint": "random + beat"},
   "modules": [{"module": "size", "diameter": "tint"}]},
  {"name": "smoke", "rate": 0}]})";

const std::string emitter = "/effect/emitters/0", bursts = emitter + "/bursts",
                  children = emitter + "/children";

class EmissionRowsTest : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        settings_.effect = effects::parse(rockets, "rockets");
        settle();
    }

    void press(const std::string& name) {
        apply(click(name));
        settle();
    }

    ui::Events press_enter() {
        set_key(ImGuiKey_Enter, true);
        ui::Events events = frame();
        set_key(ImGuiKey_Enter, false);
        frame();
        return events;
    }

    bool has(const std::string& name) { return map_.find(name) != nullptr; }
};

TEST_F(EmissionRowsTest, ABurstIsOpenedEditedAddedAndRemoved) {
    EXPECT_FALSE(has("emitter/bursts/1/every"));
    press("emitter/bursts/1");
    for (const char* key :
         {"time", "count/0", "count/1", "every", "repeats", "delay/0", "delay/1", "duration", "probability"})
        EXPECT_TRUE(has(std::string("emitter/bursts/1/") + key)) << key;
    apply(click("emitter/bursts/1/every", 0.5f));
    EXPECT_NEAR(value(bursts + "/1/every").get<double>(), 10, 0.5);
    apply(click("emitter/bursts/1/delay/1", 0.5f));
    EXPECT_NEAR(value(bursts + "/1/delay/1").get<double>(), 2.5, 0.2);
    press("emitter/bursts/add");
    EXPECT_EQ(value(bursts).size(), 3u);
    press("emitter/bursts/0/remove");
    EXPECT_EQ(value(bursts).size(), 2u);
    EXPECT_EQ(value(bursts + "/0/time"), 2);
}

TEST_F(EmissionRowsTest, ACountBecomesAnExpressionAndAProbabilityACurve) {
    const std::string count = "emitter/bursts/1/count", probability = "emitter/bursts/1/probability";
    press("emitter/bursts/1");
    EXPECT_EQ(widget(count + "/kind").value, "random");
    press(count + "/kind");
    EXPECT_FALSE(has(count + "/kind/curve"));
    press(count + "/kind/expression");
    EXPECT_EQ(value(bursts + "/1/count"), "9") << "bursts know no random number";
    press(probability + "/kind");
    EXPECT_FALSE(has(probability + "/kind/random"));
    press(probability + "/kind/curve");
    EXPECT_TRUE(value(bursts + "/1/probability").contains("curve"));
}

TEST_F(EmissionRowsTest, ALinkToChildrenShowsWhatItsEventNeeds) {
    press("emitter/children/0");
    EXPECT_TRUE(has("emitter/children/0/distance"));
    EXPECT_FALSE(has("emitter/children/0/every"));
    for (const char* key : {"emitter", "on", "count/0", "chance", "inherit_velocity"})
        EXPECT_TRUE(has(std::string("emitter/children/0/") + key)) << key;
    press("emitter/children/0/on");
    press("emitter/children/0/on/condition");
    EXPECT_EQ(value(children + "/0/on"), "condition");
    EXPECT_FALSE(value(children + "/0/when").get<std::string>().empty()) << "it would be refused";
    click("emitter/children/0/when", 0.95f);
    type(" + 1");
    apply(click("figures/step"));
    EXPECT_TRUE(value(children + "/0/when").get<std::string>().ends_with(" + 1"));
    press("emitter/children/0/on");
    press("emitter/children/0/on/time");
    EXPECT_TRUE(has("emitter/children/0/every"));
    press("emitter/children/0/emitter");
    press("emitter/children/0/emitter/rocket");
    EXPECT_EQ(value(children + "/0/emitter"), "rocket");
    press("emitter/children/add");
    EXPECT_EQ(value(children + "/1/emitter"), "smoke");
    press("emitter/children/0/remove");
    EXPECT_EQ(value(children).size(), 1u);
}

TEST_F(EmissionRowsTest, ALocalValueIsEditedAddedAndRemoved) {
    EXPECT_EQ(widget("emitter/let/tint").value, "random + beat");
    click("emitter/let/tint", 0.95f);
    type(" * 2");
    apply(click("figures/step"));
    EXPECT_EQ(value(emitter + "/let/tint"), "random + beat * 2");
    click("emitter/let/tint", 0.95f);
    type(" + tint");
    EXPECT_TRUE(click("figures/step").edits.empty());
    settle();
    EXPECT_NE(widget("emitter/let/tint/error").value.get<std::string>().find("tint -> tint"),
              std::string::npos);
    press("emitter/let-add");
    type("speed");
    EXPECT_TRUE(press_enter().edits.empty()) << "the name means something else";
    EXPECT_TRUE(has("emitter/let-add/error"));
    settle();
    type("y");
    apply(press_enter());
    json lets = value(emitter + "/let");
    ASSERT_EQ(lets.size(), 2u);
    lets.erase("tint");
    EXPECT_EQ(lets.front(), "0");
    press("emitter/let/" + lets.begin().key() + "/remove");
    EXPECT_EQ(value(emitter + "/let").size(), 1u);
    EXPECT_FALSE(has("let/beat")) << "those of the effect are in a section of their own";
    press("let");
    EXPECT_EQ(widget("let/beat").value, "2 * pi");
}

TEST_F(EmissionRowsTest, ANewLocalValueReplacesNoOther) {
    press("emitter/let-add");
    type("tint");
    EXPECT_TRUE(press_enter().edits.empty()) << "it would lose its expression";
    EXPECT_EQ(widget("emitter/let-add/error").value, "tint is already the name of a let");
}

TEST_F(EmissionRowsTest, ALocalValueIsRenamedWhereverItIsRead) {
    const auto rename = [&](const std::string& name, const std::string& ending) {
        click(name, 0.95f);
        type(ending);
        return click("figures/step");
    };
    apply(rename("emitter/let/tint/name", "ed"));
    settle();
    EXPECT_EQ(value(emitter + "/let"), json({{"tinted", "random + beat"}}));
    EXPECT_EQ(value(emitter + "/modules/0/diameter"), "tinted");
    press("let");
    apply(rename("let/beat/name", "s"));
    settle();
    EXPECT_EQ(value("/effect/let"), json({{"beats", "2 * pi"}}));
    EXPECT_EQ(value(emitter + "/let/tinted"), "random + beats");
    EXPECT_TRUE(rename("let/beats/name", " 2").edits.empty()) << "no name has a space";
    settle();
    EXPECT_TRUE(widget("let/beats/name/error").value.get<std::string>().starts_with("a name must be"))
        << widget("let/beats/name/error").value;
    EXPECT_EQ(widget("let/beats/name").value, "beats 2") << "the text that is refused is still there";
}

TEST_F(EmissionRowsTest, AComputedPropertyShowsItsExpressionAndItsNumber) {
    EXPECT_EQ(widget("properties/storm").value, "spin + 1");
    EXPECT_EQ(widget("properties/storm/number").value, 3);
    apply(click("properties/spin", 0.75f));
    EXPECT_NEAR(widget("properties/storm/number").value.get<double>(), 4, 0.1);
    click("properties/storm", 0.95f);
    type(" + 10");
    apply(click("figures/step"));
    EXPECT_EQ(value("/effect/properties/0/value"), "spin + 1 + 10");
    EXPECT_GT(settings_.effect.properties[0].value.number, 13);
}

}  // namespace
}  // namespace winnow::test
