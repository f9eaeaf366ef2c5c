// The panel's section that compares two ways to compute the same run, from the same state.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "ui/draw.h"

namespace winnow::ui {

class CompareSection {
  public:
    void draw(Draw& draw);

  private:
    void choose(Draw& draw);
    void found(Draw& draw);

    std::size_t axis_ = 0;
    std::optional<std::array<std::size_t, 2>> sides_;  // choices of the axis; empty: none was made yet
};

/// Draws a row for each pass that a side has, and one for all together. `name`: of the ratio in the map.
void compared_table(Draw& draw, const ComparisonFacts& facts, const std::string& name);
/// Returns which side takes how many times as long, in words; empty: it is not known yet.
std::string ratio_text(const ComparisonFacts& facts);

/// Draws the time of the pass in the other side of a comparison over the bar that was drawn last.
void ghost(const Draw& draw, const ComparisonFacts& comparison, const std::string& pass, double longest,
           float width);

}  // namespace winnow::ui
