// Makes rows of the panel from the field table: one for each member that describe() visits.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "effects/format/writer.h"
#include "effects/model/fields.h"
#include "settings/settings_fields.h"
#include "ui/numbers.h"
#include "ui/reset_menu.h"
#include "ui/widgets.h"

namespace winnow::ui {

NumberStyle style_of(const effects::Field& field);

/// Edits a list so that it no longer has its i-th element.
template <typename Element>
void edit_without(Draw& draw, const std::string& pointer, std::vector<Element> list, std::size_t i) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
    draw.events.edit(pointer, effects::write(list));
}

/// True for members that may vary: they get a row of another kind.
template <typename Member>
concept Varies = std::same_as<Member, effects::Rate> || std::same_as<Member, effects::BurstCount> ||
    std::same_as<Member, effects::Probability>;

/// True for members that get a row: all but strings, lists and structs.
template <typename Member>
concept HasRow =
    effects::Enumeration<Member> || std::same_as<Member, float> || std::same_as<Member, std::uint32_t> ||
    std::same_as<Member, bool> || std::same_as<Member, effects::Range> || std::same_as<Member, glm::vec3>;

/// True for members whose row has a menu of its own.
template <typename Member>
concept InTime = std::same_as<Member, effects::NumberInTime> || std::same_as<Member, effects::VectorInTime> ||
    std::same_as<Member, effects::Spline>;

/// A visitor for effects::describe() that draws a row for each member.
class FieldRows {
  public:
    /// A member `key` edits "<pointer>/<key>" and is named "<section>/<key>" in the map of widgets.
    /// `only` holds the keys that get a row; empty: all.
    FieldRows(Draw& draw, std::string section, std::string pointer,
              std::initializer_list<std::string_view> only = {})
        : draw_(draw), section_(std::move(section)), pointer_(std::move(pointer)), only_(only) {}

    /// Swatches of colours show them times this factor.
    FieldRows& shining(float brightness) {
        brightness_ = brightness;
        return *this;
    }

    template <typename Member>
    void operator()(const effects::Field& field, const Member& member) {
        if (only_.size() > 0 && std::find(only_.begin(), only_.end(), field.key) == only_.end()) return;
        if constexpr (Varies<Member> || InTime<Member>) {
            row(field, member);
        } else if constexpr (HasRow<Member>) {
            const ImVec2 least = ImGui::GetCursorScreenPos();
            row(field, member);
            reset_menu(draw_, pointer(field), effects::write(member), least, ImGui::GetItemRectMax());
        }
    }

  private:
    std::string name(const effects::Field& field) const { return section_ + "/" + std::string(field.key); }
    std::string pointer(const effects::Field& field) const { return pointer_ + "/" + std::string(field.key); }

    void row(const effects::Field& field, float value);
    void row(const effects::Field& field, const effects::Rate& value);
    void row(const effects::Field& field, const effects::NumberInTime& value);
    void row(const effects::Field& field, const effects::VectorInTime& value);
    void row(const effects::Field& field, const effects::Spline& value);
    void row(const effects::Field& field, const effects::BurstCount& value);
    void row(const effects::Field& field, const effects::Probability& value);
    void varying(const effects::Field& field, const effects::Parameter& parameter,
                 const nlohmann::json& value);
    void row(const effects::Field& field, std::uint32_t value);
    void row(const effects::Field& field, bool value);
    void row(const effects::Field& field, const effects::Range& value);
    void row(const effects::Field& field, const glm::vec3& value);
    template <typename Member>
    void row_in_time(const effects::Field& field, const Member& value);
    template <effects::Enumeration Member>
    void row(const effects::Field& field, Member member) {
        std::vector<Choice> choices;
        for (const auto& choice : effects::names<Member>)
            choices.push_back({std::string(choice.name), std::string(choice.summary), {}});
        drop_down(draw_, name(field), effects::label(field).c_str(), pointer(field).c_str(), choices,
                  winnow::name_of(effects::names<Member>, member));
    }

    Draw& draw_;
    std::string section_, pointer_;
    std::initializer_list<std::string_view> only_;
    float brightness_ = 1;
};

}  // namespace winnow::ui
