#include "lab/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace winnow::lab {
namespace {

// All rules are below one class, so that several drawings and other styles can share a page.
constexpr std::string_view style_sheet = R"css(
.winnow-lab{--paper:#fff;--ink:#1c2733;--faint:#5d6b7a;--line:#d5dce4;--kept:#f3f5f8;--blue:#2266cc;--blue-paper:#dfeafc;
--green:#0c7a5b;--green-paper:#dcf3eb;--violet:#7547c9;--violet-paper:#ece4fb;--red:#c62433;--red-paper:#fde3e4;--band:#fff6d6;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}
@media(prefers-color-scheme:dark){.winnow-lab{--paper:#11171f;--ink:#e4eaf1;--faint:#93a1b1;--line:#323d4a;--kept:#1a222c;
--blue:#6ba6ff;--blue-paper:#16305a;--green:#4cc9a0;--green-paper:#0f3a30;--violet:#b597f5;--violet-paper:#33235c;--red:#ff7b83;
--red-paper:#551a21;--band:#2b2712}}
.winnow-lab .paper{fill:var(--paper)}
.winnow-lab text{fill:var(--ink)}
.winnow-lab .box text{font-size:16px;text-anchor:middle}
.winnow-lab .box path{stroke-width:1.5;fill:var(--paper);stroke:var(--line)}
.winnow-lab .highlight path{fill:var(--band);stroke:none}
.winnow-lab .input path{stroke:var(--faint)}
.winnow-lab .kept path{fill:var(--kept)}
.winnow-lab .kept text,.winnow-lab .padding text{fill:var(--faint)}
.winnow-lab .computed path{fill:var(--blue-paper);stroke:var(--blue)}
.winnow-lab .moved path{fill:var(--green-paper);stroke:var(--green)}
.winnow-lab .identity path{fill:var(--violet-paper);stroke:var(--violet)}
.winnow-lab .padding path,.winnow-lab .to-come path{stroke-dasharray:3 3}
.winnow-lab .expected path{stroke:var(--green)}
.winnow-lab .wrong path{fill:var(--red-paper);stroke:var(--red);stroke-width:3}
.winnow-lab .wrong text{fill:var(--red);font-weight:700}
.winnow-lab .arrow path{fill:none;stroke-width:1.6}
.winnow-lab .arrow .heads{stroke:none}
.winnow-lab .lane path{stroke:var(--line)}
.winnow-lab .operand path{stroke:var(--blue)}.winnow-lab .operand .heads{fill:var(--blue)}
.winnow-lab .move path{stroke:var(--green)}.winnow-lab .move .heads{fill:var(--green)}
.winnow-lab .stale path{stroke:var(--red);stroke-width:3}.winnow-lab .stale .heads{fill:var(--red)}
.winnow-lab .boundary path{stroke:var(--ink);stroke-width:3}
.winnow-lab .heading{font-weight:650}
.winnow-lab .row{font-weight:600}
.winnow-lab .index,.winnow-lab .note{fill:var(--faint)}
.winnow-lab .middle{text-anchor:middle}.winnow-lab .end{text-anchor:end}
)css";

constexpr float corner_radius = 4, head_length = 7, head_half_width = 3.4F, hatch_distance = 9;

/// Returns the number with at most one decimal.
std::string number(float value) {
    const auto tenths = static_cast<long>(std::lround(value * 10));
    return tenths % 10 == 0 ? std::to_string(tenths / 10)
                            : fmt::format("{:.1f}", static_cast<double>(tenths) / 10);
}

std::string place(Point point) {
    return number(point.x) + ' ' + number(point.y);
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else
            result += c;
    }
    return result;
}

/// Returns the path of a rectangle with round corners.
std::string outline(const Box& box) {
    const float r = corner_radius;
    const std::string width = number(box.size.x - 2 * r), height = number(box.size.y - 2 * r), c = number(r);
    return fmt::format("M{0}h{1}q{3} 0 {3} {3}v{2}q0 {3}-{3} {3}h-{1}q-{3} 0-{3}-{3}v-{2}q0-{3} {3}-{3}z",
                       place({box.corner.x + r, box.corner.y}), width, height, c);
}

/// Returns slanting lines across the box, which leave a little room at its edges.
std::string hatch(const Box& box) {
    const float height = box.size.y - 2 * corner_radius, width = box.size.x - 2 * corner_radius;
    const Point bottom{box.corner.x + corner_radius, box.corner.y + corner_radius + height};
    std::string path;
    for (float x = hatch_distance - height; x < width; x += hatch_distance) {
        const float first = std::max(x, 0.0F), last = std::min(x + height, width);
        path += fmt::format("M{}L{}", place({bottom.x + first, bottom.y - (first - x)}),
                            place({bottom.x + last, bottom.y - (last - x)}));
    }
    return path;
}

std::string boxes_of(const Drawing& drawing, std::size_t frame, BoxStyle style) {
    std::string outlines, hatches, texts;
    for (const Box& box : drawing.boxes) {
        if (box.style != style || !box.frames.have(frame)) continue;
        outlines += outline(box);
        if (style == BoxStyle::idle) hatches += hatch(box);
        const float x = box.corner.x + box.size.x / 2;
        const float y = box.corner.y + box.size.y / 2 + box_letter_size * 0.35F;  // the middle of digits
        if (!box.text.empty())
            texts +=
                fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", number(x), number(y), escaped(box.text));
    }
    if (outlines.empty()) return {};
    if (style != BoxStyle::idle)
        return fmt::format("<g class=\"box {}\"><path d=\"{}\"/>\n{}</g>\n",
                           box_styles[static_cast<std::size_t>(style)], outlines, texts);
    // Idle boxes look like kept ones with lines across them.
    return fmt::format("<g class=\"box kept idle\"><path d=\"{}\"/><path d=\"{}\"/>\n{}</g>\n", outlines,
                       hatches, texts);
}

/// Returns the triangle at the arrow's end.
std::string head(const Arrow& arrow) {
    const float dx = arrow.to.x - arrow.from.x, dy = arrow.to.y - arrow.from.y;
    const float length = std::hypot(dx, dy);
    const Point along{dx / length * head_length, dy / length * head_length};
    const Point across{-dy / length * head_half_width, dx / length * head_half_width};
    return fmt::format("M{}L{} {}z", place(arrow.to),
                       place({arrow.to.x - along.x + across.x, arrow.to.y - along.y + across.y}),
                       place({arrow.to.x - along.x - across.x, arrow.to.y - along.y - across.y}));
}

std::string arrows_of(const Drawing& drawing, std::size_t frame, ArrowStyle style) {
    std::string lines, heads;
    for (const Arrow& arrow : drawing.arrows) {
        if (arrow.style != style || !arrow.frames.have(frame)) continue;
        lines += fmt::format("M{}L{}", place(arrow.from), place(arrow.to));
        if (arrow.has_head) heads += head(arrow);
    }
    if (lines.empty()) return {};
    if (!heads.empty()) heads = fmt::format("<path class=\"heads\" d=\"{}\"/>", heads);
    return fmt::format("<g class=\"arrow {}\"><path d=\"{}\"/>{}</g>\n",
                       arrow_styles[static_cast<std::size_t>(style)], lines, heads);
}

std::string label_of(const Label& label) {
    constexpr std::array<std::string_view, 3> anchors{"", " middle", " end"};
    return fmt::format("<text class=\"{}{}\" font-size=\"{}\" x=\"{}\" y=\"{}\">{}</text>\n",
                       label_styles[static_cast<std::size_t>(label.style)],
                       anchors[static_cast<std::size_t>(label.anchor)], number(letter_size(label.style)),
                       number(label.at.x), number(label.at.y), escaped(label.text));
}

}  // namespace

std::string svg_of(const Drawing& drawing, std::optional<std::size_t> chosen) {
    const std::size_t frame = chosen.value_or(drawing.whole_run());
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"winnow-lab\" role=\"img\" viewBox=\"0 0 {0} {1}\" "
        "width=\"{0}\" height=\"{1}\">\n<title>{2}</title>\n<desc>{3}</desc>\n<style>{4}</style>\n"
        "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        number(drawing.size.x), number(drawing.size.y), escaped(drawing.title),
        escaped(drawing.descriptions[frame]), style_sheet);
    svg += boxes_of(drawing, frame, BoxStyle::highlight);
    for (std::size_t i = 0; i < arrow_styles.size(); ++i)
        svg += arrows_of(drawing, frame, static_cast<ArrowStyle>(i));
    for (std::size_t i = 0; i < box_styles.size(); ++i)
        if (static_cast<BoxStyle>(i) != BoxStyle::highlight)
            svg += boxes_of(drawing, frame, static_cast<BoxStyle>(i));
    for (const Label& label : drawing.labels)
        if (label.frames.have(frame)) svg += label_of(label);
    return svg + "</svg>\n";
}

}  // namespace winnow::lab
