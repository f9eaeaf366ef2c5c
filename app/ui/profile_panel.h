// The tab of costs: where the time of the last seconds went, as stacked bars and as rows, and how two ways to
// compute the same compare.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/compare_section.h"
#include "ui/draw.h"
#include "ui/version_section.h"

namespace winnow::ui {

/// The passes that have run in the last seconds: one that runs once, or for an effect that was left, goes.
class RecentPasses {
  public:
    static constexpr double seconds_shown = 20;  // some passes run in every nth frame only

    /// Call it once a frame. What it returns is valid until the next call.
    const std::vector<const PassRow*>& of(const Model& model);

  private:
    struct Seen {
        std::uint64_t runs = 0;
        double at = 0;
    };
    std::map<std::string, Seen, std::less<>> seen_;
    std::vector<const PassRow*> recent_;
    double now_ = 0;  // seconds that were not paused
};

class ProfilePanel {
  public:
    void draw(Draw& draw);

  private:
    void buttons(Draw& draw);
    void heading(Draw& draw);
    void part(Draw& draw, bool simulates);
    void chart(Draw& draw, bool simulates, double top);
    void fill_columns(std::size_t count, bool simulates);
    void rows(Draw& draw, bool simulates);
    void copies(Draw& draw);
    void modules(Draw& draw);
    double shown(const PassRow& pass) const;

    RecentPasses recent_passes_;
    CompareSection compare_;
    VersionSection versions_;
    const FrameCosts* costs_ = nullptr;  // of this frame
    const std::vector<const PassRow*>* recent_ = nullptr;
    std::vector<std::optional<std::size_t>> columns_;  // the costliest frame of each column of a chart
    std::optional<std::size_t> hovered_, hovered_next_;
};

}  // namespace winnow::ui
