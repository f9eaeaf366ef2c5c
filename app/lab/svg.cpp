#include "lab/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/embedded.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_lab;

namespace winnow::lab {
namespace {

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

/// Returns the attributes that tell a page's script when parts are shown; none for parts of every frame.
std::string attributes_of(const Frames& frames) {
    std::string attributes;
    if (frames.first != Frames{}.first) attributes += fmt::format(" data-first=\"{}\"", frames.first);
    if (frames.last != Frames{}.last) attributes += fmt::format(" data-last=\"{}\"", frames.last);
    return attributes;
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

std::string painted(const Box& box) {
    std::string shape =
        fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>", number(box.corner.x),
                    number(box.corner.y), number(box.size.x), number(box.size.y), number(corner_radius));
    if (box.style == BoxStyle::idle) shape += fmt::format("<path d=\"{}\"/>", hatch(box));
    const float x = box.corner.x + box.size.x / 2;
    const float y = box.corner.y + box.size.y / 2 + box_letter_size * 0.35F;  // the middle of digits
    if (!box.text.empty())
        shape += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>", number(x), number(y), escaped(box.text));
    return shape + '\n';
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

std::string painted(const std::vector<Arrow>& arrows) {
    std::string lines, heads;
    for (const Arrow& arrow : arrows) {
        lines += fmt::format("M{}L{}", place(arrow.from), place(arrow.to));
        if (arrow.has_head) heads += head(arrow);
    }
    if (!heads.empty()) heads = fmt::format("<path class=\"heads\" d=\"{}\"/>", heads);
    return fmt::format("<path d=\"{}\"/>{}", lines, heads);
}

std::string painted(const Label& label) {
    constexpr std::array<std::string_view, 3> anchors{"", " middle", " end"};
    return fmt::format("<text class=\"{}{}\" font-size=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>\n",
                       label_styles[static_cast<std::size_t>(label.style)],
                       anchors[static_cast<std::size_t>(label.anchor)], number(letter_size(label.style)),
                       number(label.at.x), number(label.at.y), attributes_of(label.frames),
                       escaped(label.text));
}

std::string painted(const std::vector<Box>& boxes) {
    std::string shapes = "\n";
    for (const Box& box : boxes) shapes += painted(box);
    return shapes;
}

/// Paints the parts of one style, a group for those that are shown in the same frames.
template <typename Part, typename Style>
std::string groups_of(const std::vector<Part>& parts, Style style, std::string_view kind,
                      std::string_view name) {
    std::vector<std::pair<Frames, std::vector<Part>>> groups;
    for (const Part& part : parts) {
        if (part.style != style) continue;
        auto group = std::ranges::find(groups, part.frames, &std::pair<Frames, std::vector<Part>>::first);
        if (group == groups.end()) group = groups.insert(group, {part.frames, {}});
        group->second.push_back(part);
    }
    std::string painted_groups;
    for (const auto& [frames, group] : groups)
        painted_groups +=
            fmt::format("<g class=\"{} {}\"{}>{}</g>\n", kind, name, attributes_of(frames), painted(group));
    return painted_groups;
}

/// Paints everything, the parts that matter more later.
std::string parts_of(const Drawing& drawing) {
    constexpr auto highlight = static_cast<std::size_t>(BoxStyle::highlight);
    const auto boxes = [&](std::size_t style) {
        return groups_of(drawing.boxes, static_cast<BoxStyle>(style), "box", box_styles[style]);
    };
    std::string parts = boxes(highlight);
    for (std::size_t i = 0; i < arrow_styles.size(); ++i)
        parts += groups_of(drawing.arrows, static_cast<ArrowStyle>(i), "arrow", arrow_styles[i]);
    for (std::size_t i = 0; i < box_styles.size(); ++i)
        if (i != highlight) parts += boxes(i);
    for (const Label& label : drawing.labels) parts += painted(label);
    return parts;
}

/// Keeps the parts of the frame, as parts of every frame.
template <typename Part>
void keep_frame(std::vector<Part>& parts, std::size_t frame) {
    std::erase_if(parts, [&](const Part& part) { return !part.frames.have(frame); });
    for (Part& part : parts) part.frames = {};
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else
            result += c;
    }
    return result;
}

std::string svg_of(const Drawing& drawing, std::optional<std::size_t> chosen) {
    const std::size_t frame = chosen.value_or(drawing.whole_run());
    Drawing still = drawing;
    keep_frame(still.boxes, frame);
    keep_frame(still.arrows, frame);
    keep_frame(still.labels, frame);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"winnow-lab\" role=\"img\" viewBox=\"0 0 {0} {1}\" "
        "width=\"{0}\" height=\"{1}\">\n<title>{2}</title>\n<desc>{3}</desc>\n<style>\n{4}</style>\n"
        "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{5}</svg>\n",
        number(drawing.size.x), number(drawing.size.y), escaped(drawing.title),
        escaped(drawing.descriptions[frame]), contents_of(winnow_embedded_lab, "drawing.css"),
        parts_of(still));
}

std::string svg_of_all_frames(const Drawing& drawing) {
    Drawing body = drawing;
    std::erase_if(body.labels, [&](const Label& label) { return !drawing.is_in_body(label); });
    return fmt::format("<svg role=\"img\" aria-label=\"{}\" viewBox=\"0 {} {} {}\">\n{}</svg>\n",
                       escaped(drawing.title), number(drawing.body_top), number(drawing.size.x),
                       number(drawing.body_height()), parts_of(body));
}

}  // namespace winnow::lab
