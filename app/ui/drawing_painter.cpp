#include "ui/drawing_painter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace winnow::ui {
namespace {

// Lengths in units of the drawing, as the SVG painter has them.
constexpr float corner_radius = 4, head_length = 7.5f, head_half_width = 3.6f;
constexpr float min_line = 1, min_letters = 6;  // pixels; smaller letters could not be read

constexpr ImU32 rgb(std::uint32_t hex, std::uint32_t alpha = 255) {
    return IM_COL32(hex >> 16, hex >> 8 & 255, hex & 255, alpha);
}

constexpr ImU32 ink = rgb(0xE4EAF1), faint = rgb(0x93A1B1), dull = rgb(0x3A4654);
constexpr ImU32 blue = rgb(0x6BA6FF), green = rgb(0x4CC9A0), violet = rgb(0xB597F5), red = rgb(0xFF7B83);

struct BoxLook {
    ImU32 fill, line, text;
    float line_width;  // units
};

/// In the order of lab::BoxStyle.
constexpr std::array<BoxLook, lab::box_styles.size()> box_looks{{
    {rgb(0xEDB55C, 24), rgb(0xEDB55C, 70), ink, 1},            // highlight: the accent of the theme
    {rgb(0x141B24), faint, ink, 1.5f},                         // input
    {rgb(0x1A222C), dull, faint, 1},                           // kept
    {rgb(0x16305A), blue, ink, 1.5f},                          // computed
    {rgb(0x0F3A30), green, ink, 1.5f},                         // moved
    {rgb(0x33235C), violet, ink, 1.5f},                        // identity
    {rgb(0x141B24, 120), dull, faint, 1},                      // padding
    {rgb(0x141B24), green, ink, 1.5f},                         // expected
    {rgb(0x551A21), red, red, 2.5f},                           // wrong
    {rgb(0x141B24, 60), rgb(0x3A4654, 140), faint, 1},         // to come
    {rgb(0x141B24, 40), rgb(0x3A4654, 90), rgb(0x5D6B7A), 1},  // idle
}};

struct ArrowLook {
    ImU32 color;
    float width;  // units
};

/// In the order of lab::ArrowStyle.
constexpr std::array<ArrowLook, lab::arrow_styles.size()> arrow_looks{
    {{rgb(0x3A4654, 150), 1}, {green, 1.6f}, {blue, 1.6f}, {red, 3}, {ink, 3}}};

template <typename Style>
std::size_t index(Style style) {
    return static_cast<std::size_t>(style);
}

bool is_strong(lab::LabelStyle style) {
    return style != lab::LabelStyle::index && style != lab::LabelStyle::note;
}

void include(Extent& extent, lab::Point point) {
    extent.least = {std::min(extent.least.x, point.x), std::min(extent.least.y, point.y)};
    extent.most = {std::max(extent.most.x, point.x), std::max(extent.most.y, point.y)};
}

/// Holds the arguments of one call of paint().
class Painter {
  public:
    Painter(ImDrawList& list, const lab::Drawing& drawing, const Placement& placement, const Fonts& fonts)
        : list_(list),
          drawing_(drawing),
          at_(placement),
          fonts_(fonts),
          clip_least_(list.GetClipRectMin()),
          clip_most_(list.GetClipRectMax()) {}

    void boxes(bool highlights) {
        for (const lab::Box& one : drawing_.boxes)
            if ((one.style == lab::BoxStyle::highlight) == highlights && one.frames.have(at_.frame)) box(one);
    }

    void arrows(lab::ArrowStyle style) {
        for (const lab::Arrow& one : drawing_.arrows)
            if (one.style == style && one.frames.have(at_.frame)) arrow(one);
    }

    void labels(Part part) {
        for (const lab::Label& one : drawing_.labels)
            if ((part == Part::whole || drawing_.is_in_body(one)) && one.frames.have(at_.frame)) label(one);
    }

  private:
    bool is_seen(ImVec2 least, ImVec2 most) const {
        return most.x >= clip_least_.x && least.x <= clip_most_.x && most.y >= clip_least_.y &&
               least.y <= clip_most_.y;
    }

    float line_width(float units) const { return std::max(units * at_.scale, min_line); }

    void box(const lab::Box& box) {
        const ImVec2 least = at_.place(box.corner);
        const ImVec2 most = at_.place({box.corner.x + box.size.x, box.corner.y + box.size.y});
        if (!is_seen(least, most)) return;
        const BoxLook& look = box_looks[index(box.style)];
        const float radius = corner_radius * at_.scale;
        list_.AddRectFilled(least, most, look.fill, radius);
        list_.AddRect(least, most, look.line, radius, ImDrawFlags_None, line_width(look.line_width));
        if (box.text.empty()) return;
        const SizedFont font = fitting_font(fonts_, lab::box_letter_size * at_.scale);
        const std::string text = box.text;
        const ImVec2 size = extent_of(font, text);
        add_text(font, ImVec2((least.x + most.x - size.x) / 2, (least.y + most.y - size.y) / 2), look.text,
                 text);
    }

    void arrow(const lab::Arrow& arrow) {
        const ImVec2 from = at_.place(arrow.from), to = at_.place(arrow.to);
        if (!is_seen(ImVec2(std::min(from.x, to.x), std::min(from.y, to.y)),
                     ImVec2(std::max(from.x, to.x), std::max(from.y, to.y))))
            return;
        const ArrowLook& look = arrow_looks[index(arrow.style)];
        const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
        const float head = arrow.has_head ? std::min(head_length * at_.scale, length) : 0;
        if (length <= 0) return;
        const ImVec2 along(dx / length * head, dy / length * head), neck(to.x - along.x, to.y - along.y);
        list_.AddLine(from, neck, look.color, line_width(look.width));
        if (head <= 0) return;
        const float across = head_half_width / head_length;
        const ImVec2 aside(-along.y * across, along.x * across);
        list_.AddTriangleFilled(to, ImVec2(neck.x + aside.x, neck.y + aside.y),
                                ImVec2(neck.x - aside.x, neck.y - aside.y), look.color);
    }

    void label(const lab::Label& label) {
        const SizedFont font = fitting_font(fonts_, lab::letter_size(label.style) * at_.scale);
        const ImVec2 at = at_.place(label.at);
        const float top = at.y - font.font->Ascent * font.pixels / font.font->FontSize;
        if (top > clip_most_.y || at.y + font.pixels < clip_least_.y) return;
        const std::string text = label.text;
        const float width = extent_of(font, text).x;
        const std::array<float, 3> shares{0, 0.5f, 1};  // in the order of lab::Anchor
        const float left = at.x - width * shares[index(label.anchor)];
        if (left > clip_most_.x || left + width < clip_least_.x) return;
        add_text(font, ImVec2(left, top), is_strong(label.style) ? ink : faint, text);
    }

    static ImVec2 extent_of(const SizedFont& font, const std::string& text) {
        return font.font->CalcTextSizeA(font.pixels, FLT_MAX, 0, text.c_str());
    }

    void add_text(const SizedFont& font, ImVec2 at, ImU32 color, const std::string& text) {
        if (font.pixels < min_letters) return;
        list_.AddText(font.font, font.pixels, at, color, text.c_str());
    }

    ImDrawList& list_;
    const lab::Drawing& drawing_;
    const Placement& at_;
    const Fonts& fonts_;
    const ImVec2 clip_least_, clip_most_;
};

}  // namespace

Extent painted_extent(const lab::Drawing& drawing) {
    // The right end of a text is not known here, but the drawing's size has room for it.
    Extent extent{{0, drawing.body_bottom}, {drawing.size.x, drawing.body_bottom}};
    for (const lab::Box& box : drawing.boxes) include(extent, box.corner);
    for (const lab::Arrow& arrow : drawing.arrows) {
        include(extent, arrow.from);
        include(extent, arrow.to);
    }
    for (const lab::Label& label : drawing.labels)
        if (drawing.is_in_body(label))
            include(extent, {label.at.x, label.at.y - lab::letter_size(label.style)});
    return extent;
}

Extent highlighted(const lab::Drawing& drawing, std::size_t frame) {
    for (const lab::Box& box : drawing.boxes)
        if (box.style == lab::BoxStyle::highlight && box.frames.have(frame))
            return {box.corner, {box.corner.x + box.size.x, box.corner.y + box.size.y}};
    return painted_extent(drawing);
}

void paint(ImDrawList& list, const lab::Drawing& drawing, const Placement& placement, const Fonts& fonts,
           Part part) {
    Painter painter(list, drawing, placement, fonts);
    painter.boxes(true);
    for (std::size_t style = 0; style < lab::arrow_styles.size(); ++style)
        painter.arrows(static_cast<lab::ArrowStyle>(style));
    painter.boxes(false);
    painter.labels(part);
}

}  // namespace winnow::ui
