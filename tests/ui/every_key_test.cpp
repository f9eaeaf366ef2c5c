// Walks the fields of an effect and checks that the panel has a control for each key.
#include <map>
#include <set>
#include <string>
#include <type_traits>

#include "effects/format/effect_file.h"
#include "effects/model/fields.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

/// An effect in which each list has an element.
constexpr const char* every_key = R"({"format": 2, "name": "Whole", "let": {"two": "2"},
 "properties": [{"name": "spin", "value": 2, "range": [0, 4]}],
 "transform": {"path": [[0, 0, 0], [1, 0, 0]]},
 "scenery": {"objects": [{"name": "rock", "shape": "mesh", "mesh": "built-in/rock.obj", "motion": {"path": [[0, 0, 0], [1, 0, 0]]}}],
   "lamps": [{}], "sky_gradient": [{}]},
 "view": {"exposures": [{}], "path": [{"position": [0, 1, 5]}, {"time": 1, "position": [1, 1, 5]}]},
 "emitters": [{"name": "a", "bursts": [{}], "children": [{"emitter": "b", "on": "EVENT", "when": "age > 1"}],
   "let": {"three": "3"}, "transform": {"path": [[0, 0, 0], [1, 0, 0]]},
   "modules": [{"module": "size"}], "looks": [{"modules": [{"module": "size"}]}]}, {"name": "b", "rate": 0}]})";

/// What no person sets: the address of the schema, for other editors, the version of the format, and the
/// files of a packed effect.
const std::set<std::string> keys_for_no_person{"/effect/$schema", "/effect/format", "/effect/files"};

/// What the widgets of a part are called.
const std::map<std::string, std::string> widgets_of_parts{
    {"/effect/name", "about/name"},
    {"/effect/description", "about/description"},
    {"/effect/prewarm", "about/prewarm"},
    {"/effect/limits", "about/limits"},
    {"/effect/steps_per_second", "particles/steps_per_second"},
    {"/effect/when_full", "particles/when_full"},
    {"/effect/blend", "drawing/blend"},
    {"/effect/floor", "floor"},
    {"/effect/scenery", "scenery"},
    {"/effect/view/exposure", "display/exposure"},
    {"/effect/view", "view"},
    {"/effect/transform", "effect/transform"},
    {"/effect/properties/0/value", "properties/spin"},
    {"/effect/properties/0", "properties/spin"},
    {"/effect/let", "let/two"},
    {"/effect/emitters/0/name", "emitter/select/0"},
    {"/effect/emitters/0/transform", "transform"},
    {"/effect/emitters/0/let", "emitter/let/three"},
    {"/effect/emitters/0/looks/0/modules", "emitter/looks/0/modules/0"},
    {"/effect/emitters/0/modules", "emitter/modules/0"},
    {"/effect/emitters/0", "emitter"}};

/// Returns the name of the widget for the value at a pointer, by the longest part that has one.
std::string widget_of(const std::string& pointer) {
    for (std::string part = pointer; !part.empty(); part.resize(part.rfind('/')))
        if (const auto found = widgets_of_parts.find(part); found != widgets_of_parts.end())
            return found->second + pointer.substr(part.size());
    return pointer;
}

class EveryKeyTest : public PanelTest {
  protected:
    /// Draws the panel with everything open, and keeps the names of its widgets.
    void look(const std::string& event) {
        std::string text = every_key;
        text.replace(text.find("EVENT"), 5, event);
        settings_.effect = effects::parse(text, "whole");
        ImGui::GetIO().DisplaySize = ImVec2(1200, 12000);
        settle();
        const std::set<std::string> opened{"about",
                                           "properties",
                                           "properties/spin/more",
                                           "let",
                                           "emitter",
                                           "transform",
                                           "particles",
                                           "floor",
                                           "scenery",
                                           "drawing",
                                           "view",
                                           "display",
                                           "emitter/bursts/0",
                                           "emitter/children/0",
                                           "emitter/modules/0",
                                           "scenery/sky_gradient",
                                           "scenery/sky_picture",
                                           "scenery/ground_picture",
                                           "scenery/water",
                                           "scenery/clouds",
                                           "scenery/fog",
                                           "scenery/objects/0",
                                           "scenery/objects/0/surface",
                                           "scenery/objects/0/motion",
                                           "view/grading",
                                           "view/exposures",
                                           "view/path"};
        for (const auto& tab : ui::tabs) {
            open(tab.value);
            for (int round = 0; round < 2; ++round)
                for (const std::string& name : opened) {
                    const ui::Widget* one = map_.find(name);
                    if (one != nullptr && one->value == false) click(name, 0.3f);
                }
            settle();
            for (const ui::Widget& one : map_.widgets()) names_.insert(one.name);
        }
    }

    bool has(const std::string& name) const {
        const auto at = names_.lower_bound(name);
        return at != names_.end() && (*at == name || at->starts_with(name + "/"));
    }

    template <typename Member>
    void walk(const std::string& pointer, const Member& member) {
        if (keys_for_no_person.contains(pointer)) return;
        if constexpr (effects::Described<Member>) {
            effects::describe(member, [&](const effects::Field& field, const auto& inner) {
                walk(pointer + "/" + std::string(field.key), inner);
            });
        } else {
            EXPECT_TRUE(has(widget_of(pointer))) << pointer << ": no widget " << widget_of(pointer);
            ++keys_;
        }
    }
    template <typename Element>
    requires effects::Described<Element>
    void walk(const std::string& pointer, const std::vector<Element>& list) {
        ASSERT_FALSE(list.empty()) << pointer << ": the effect of this test needs an element";
        walk(pointer + "/0", list.front());
    }

    std::set<std::string> names_;
    int keys_ = 0;
};

TEST_F(EveryKeyTest, HasAControl) {
    for (const char* event : {"death", "collision", "age", "distance", "time", "condition"}) look(event);
    walk("/effect", settings_.effect);
    EXPECT_GT(keys_, 130);
    for (const char* name : {"emitter/enabled/0", "emitter/modules/0/space", "emitter/modules/0/diameter"})
        EXPECT_TRUE(has(name)) << name;
}

}  // namespace
}  // namespace winnow::test
