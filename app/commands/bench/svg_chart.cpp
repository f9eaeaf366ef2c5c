#include "commands/bench/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "ui/format.h"

namespace winnow::commands {
namespace {

// Pixels of the drawing's own coordinates; the page scales it.
constexpr double width = 960, height = 400;
constexpr double left = 70, top = 16, bottom = height - 52;
constexpr double least_margin = 120;  // right of the drawing, where labels are written
constexpr double letter_width = 9.4;  // at most, of a label's font in the mean
constexpr double label_gap = 17;      // between the baselines of labels
constexpr double label_offset = 12;   // right of the point that a label names
constexpr double label_lift = 10;     // above an end within the drawing, so that lines do not run through it
constexpr double marker_size = 4;     // half of its width

double share(const ChartAxis& axis, double value) {
    if (axis.scale == Scale::linear) return (value - axis.least) / (axis.most - axis.least);
    return std::log(value / axis.least) / std::log(axis.most / axis.least);
}

struct Place {
    double x, y;
};

std::size_t letters(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Where the drawing ends: it leaves room for the longest label.
double right_of(const LineChart& chart) {
    std::size_t longest = 0;
    for (const ChartSeries& series : chart.series)
        if (!series.points.empty()) longest = std::max(longest, letters(series.name));
    return width - std::max(least_margin, label_offset + static_cast<double>(longest) * letter_width);
}

Place place(const LineChart& chart, const ChartPoint& point) {
    return {std::lerp(left, right_of(chart), share(chart.x, point.x)),
            std::lerp(bottom, top, share(chart.y, point.y))};
}

std::string text(Place at, std::string_view css, std::string_view anchor, std::string_view words) {
    return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" class="{}" text-anchor="{}">{}</text>)", at.x, at.y,
                       css, anchor, escaped(words));
}

std::string line(Place from, Place to, std::string_view css) {
    return fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" class="{}"/>)", from.x,
                       from.y, to.x, to.y, css);
}

std::string y_axis(const ChartAxis& axis, double right) {
    std::string svg;
    for (const ChartTick& tick : axis.ticks) {
        const double y = std::lerp(bottom, top, share(axis, tick.value));
        svg += line({left, y}, {right, y}, "grid") + text({left - 10, y + 4}, "tick", "end", tick.label);
    }
    return svg + fmt::format(R"-(<text transform="translate(16 {:.1f}) rotate(-90)" class="axis" )-"
                             R"-(text-anchor="middle">{}</text>)-",
                             (top + bottom) / 2, escaped(axis.title));
}

std::string x_axis(const ChartAxis& axis, double right) {
    std::string svg = line({left, bottom}, {right, bottom}, "base");
    for (const ChartTick& tick : axis.ticks) {
        const double x = std::lerp(left, right, share(axis, tick.value));
        svg +=
            line({x, bottom}, {x, bottom + 5}, "base") + text({x, bottom + 20}, "tick", "middle", tick.label);
    }
    return svg + text({(left + right) / 2, bottom + 42}, "axis", "middle", axis.title);
}

std::string path(const std::vector<Place>& places) {
    std::string d;
    for (const Place& at : places) d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? "M" : "L", at.x, at.y);
    return d;
}

std::string marker(Marker shape, Place at) {
    const double r = marker_size;
    switch (shape) {
        case Marker::circle:
            return fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{}")", at.x, at.y, r);
        case Marker::square:
            return fmt::format(R"(<rect x="{:.1f}" y="{:.1f}" width="{}" height="{}")", at.x - r, at.y - r,
                               2 * r, 2 * r);
        case Marker::diamond:
            return fmt::format(R"(<path d="M{:.1f} {:.1f}l{} {}l-{} {}l-{} -{}z")", at.x, at.y - 1.3 * r,
                               1.3 * r, 1.3 * r, 1.3 * r, 1.3 * r, 1.3 * r, 1.3 * r);
        case Marker::triangle:
            return fmt::format(R"(<path d="M{:.1f} {:.1f}l{} {}h-{}z")", at.x, at.y - 1.3 * r, 1.3 * r,
                               2.3 * r, 2.6 * r);
    }
    return {};
}

std::string draw(const LineChart& chart, const ChartSeries& series) {
    std::vector<Place> places;
    for (const ChartPoint& point : series.points) places.push_back(place(chart, point));
    std::string svg = fmt::format(R"(<g class="series {}">)", escaped(series.style));
    if (series.filled)
        svg += fmt::format(R"(<path class="area" d="{}L{:.1f} {}L{:.1f} {}z"/>)", path(places),
                           places.back().x, bottom, places.front().x, bottom);
    svg += fmt::format(R"(<path class="line" d="{}"/>)", path(places));
    for (std::size_t i = 0; i < places.size(); ++i)
        svg += marker(series.marker, places[i]) + fmt::format("><title>{}</title>{}",
                                                              escaped(series.points[i].note),
                                                              series.marker == Marker::circle   ? "</circle>"
                                                              : series.marker == Marker::square ? "</rect>"
                                                                                                : "</path>");
    return svg + "</g>\n";
}

struct Label {
    const ChartSeries* series;
    Place end;  // the point that it names
    double y;   // where it is written
};

/// From the top downwards each label keeps its distance from the one above; then, if they have left the
/// drawing, from the bottom upwards.
void spread(std::vector<Label>& labels) {
    std::sort(labels.begin(), labels.end(), [](const Label& a, const Label& b) { return a.y < b.y; });
    for (std::size_t i = 1; i < labels.size(); ++i)
        labels[i].y = std::max(labels[i].y, labels[i - 1].y + label_gap);
    double most = bottom;
    for (std::size_t i = labels.size(); i-- > 0; most = labels[i].y - label_gap)
        labels[i].y = std::min(labels[i].y, most);
}

/// `at_edge`: a line leads to it if it had to leave its place.
std::string draw(const Label& label, bool at_edge) {
    constexpr double leader_gap = 3;
    const double x = label.end.x + label_offset;
    std::string svg = fmt::format(R"(<g class="series {}">)", escaped(label.series->style));
    if (at_edge && label.y != label.end.y)
        svg += line({label.end.x + marker_size + 1, label.end.y}, {x - leader_gap, label.y}, "leader");
    return svg + text({x, label.y + 4}, "label", "start", label.series->name) + "</g>\n";
}

/// Those that end at the right edge are written in a column there; others beside their own end.
std::string draw_labels(const LineChart& chart) {
    std::vector<Label> at_edge, inside;
    const double right = right_of(chart);
    for (const ChartSeries& series : chart.series) {
        if (series.points.empty()) continue;
        const Place end = place(chart, series.points.back());
        if (end.x > right - 1)
            at_edge.push_back({&series, end, end.y});
        else
            inside.push_back({&series, end, end.y - label_lift});
    }
    spread(at_edge);
    spread(inside);
    std::string svg;
    for (const auto* labels : {&at_edge, &inside})
        for (const Label& label : *labels) svg += draw(label, labels == &at_edge);
    return svg;
}

/// 1, 2 or 5 times a power of ten: about so many steps to `most`.
double round_step(double most, int steps) {
    const double rough = most / steps, power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough) return factor * power;
    return 10 * power;
}

std::string number(double value) {
    if (value >= 1) return ui::grouped(static_cast<std::uint64_t>(std::llround(value)));
    return fmt::format("{:g}", value);
}

/// "1 Ki", "16 Mi"
std::string power_of_two(int power) {
    constexpr int per_prefix = 10;
    constexpr std::string_view prefixes[] = {"", " Ki", " Mi", " Gi", " Ti", " Pi", " Ei"};
    return fmt::format("{}{}", 1 << power % per_prefix, prefixes[power / per_prefix]);
}

}  // namespace

ChartAxis linear_axis(std::string title, double most) {
    constexpr int steps = 5;
    ChartAxis axis{.title = std::move(title), .scale = Scale::linear, .least = 0, .most = most, .ticks = {}};
    const double step = round_step(std::max(most, 1e-9), steps);
    const auto last = static_cast<int>(std::ceil(most / step));
    for (int i = 0; i <= std::max(last, 1); ++i) axis.ticks.push_back({i * step, number(i * step)});
    axis.most = axis.ticks.back().value;
    return axis;
}

ChartAxis decade_axis(std::string title, double least, double most) {
    const int first = static_cast<int>(std::floor(std::log10(least)));
    const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(most))));
    ChartAxis axis{std::move(title), Scale::logarithmic, std::pow(10, first), std::pow(10, last), {}};
    for (int power = first; power <= last; ++power)
        axis.ticks.push_back({std::pow(10, power), number(std::pow(10, power))});
    return axis;
}

ChartAxis size_axis(std::string title, double least, double most) {
    ChartAxis axis{std::move(title), Scale::logarithmic, least, most > least ? most : 2 * least, {}};
    const int first = static_cast<int>(std::ceil(std::log2(axis.least)));
    const int last = static_cast<int>(std::floor(std::log2(axis.most)));
    for (int power = first; power <= last; ++power)
        if (power % 2 == 0) axis.ticks.push_back({std::exp2(power), power_of_two(power)});
    return axis;
}

std::string to_svg(const LineChart& chart) {
    std::string svg = fmt::format(R"(<div class=scroll><svg viewBox="0 0 {} {}" role="img" aria-label="{}">)",
                                  width, height, escaped(chart.description));
    const double right = right_of(chart);
    svg += y_axis(chart.y, right) + x_axis(chart.x, right) + "\n";
    for (const ChartSeries& series : chart.series)
        if (!series.points.empty()) svg += draw(chart, series);
    return svg + draw_labels(chart) + "</svg></div>\n";
}

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '"')
            safe += "&quot;";
        else
            safe += c;
    }
    return safe;
}

}  // namespace winnow::commands
