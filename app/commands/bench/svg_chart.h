// Line charts as SVG, for a page whose style sheet names the colours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace winnow::commands {

enum class Scale { linear, logarithmic };

struct ChartTick {
    double value;
    std::string label;
};

struct ChartAxis {
    std::string title;
    Scale scale = Scale::linear;
    double least = 0, most = 1;  // of a logarithmic scale above 0
    std::vector<ChartTick> ticks;
};

/// From 0 to a round number that is at least `most`.
ChartAxis linear_axis(std::string title, double most);
/// Whole powers of ten around the values. Precondition: 0 < least <= most.
ChartAxis decade_axis(std::string title, double least, double most);
/// Numbers of elements, marked at even powers of two. Precondition: 0 < least <= most.
ChartAxis size_axis(std::string title, double least, double most);

enum class Marker { circle, square, diamond, triangle };

struct ChartPoint {
    double x, y;
    std::string note;  // shown where the mouse points
};

struct ChartSeries {
    std::string name;   // written beside its last point
    std::string style;  // CSS classes: `colour-...`, and `faint` for what is there to compare
    Marker marker = Marker::circle;
    bool filled = false;  // the area beneath it
    std::vector<ChartPoint> points;
};

struct LineChart {
    std::string description;  // for those who do not see it
    ChartAxis x, y;
    std::vector<ChartSeries> series;  // empty ones are not drawn
};

/// In a box that scrolls where the page is narrow.
std::string to_svg(const LineChart& chart);

/// Text that HTML and SVG show as it is.
std::string escaped(std::string_view text);

}  // namespace winnow::commands
