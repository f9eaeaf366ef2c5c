// The state of the Lab, as tests ask it for lessons and look at what it shows.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "view/lab_state.h"

namespace winnow::view {

class Lab : public ::testing::Test {
  protected:
    const ui::LabModel& model() const { return lab_.model(); }
    std::size_t index_of(std::string_view id) const {
        const auto& lessons = model().lessons;
        const auto found =
            std::find_if(lessons.begin(), lessons.end(), [&](const auto& l) { return l.id == id; });
        EXPECT_NE(found, lessons.end()) << id;
        return static_cast<std::size_t>(found - lessons.begin());
    }
    std::string shown(std::size_t pane = 0) const {
        return model().lessons[model().panes.at(pane).lesson].id;
    }
    std::optional<std::uint32_t> number(std::string_view id) const {
        for (const ui::LabNumber& one : model().numbers)
            if (one.id == id) return one.value;
        return std::nullopt;
    }
    void act(ui::LabAction action) { lab_.handle({.actions = {action}}); }
    void show(std::string_view id) { lab_.handle({.lesson = index_of(id)}); }
    /// The texts of the boxes that show values in this frame, row by row.
    std::vector<std::string> values_drawn(std::size_t frame) const {
        std::vector<std::string> texts;
        for (const lab::Box& box : model().panes[0].drawing->boxes)
            if (box.frames.have(frame) && !box.text.empty()) texts.push_back(box.text);
        return texts;
    }

    LabState lab_;
};

}  // namespace winnow::view
