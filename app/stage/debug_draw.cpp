#include "stage/debug_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/glyphs.h"
#include "base/text.h"

namespace winnow::stage {
namespace {

constexpr glm::vec4 ground(0.05f, 0.06f, 0.08f, 0.82f), plain(0.92f, 0.93f, 0.95f, 1),
    dim(0.6f, 0.63f, 0.68f, 1), trough(0.22f, 0.24f, 0.28f, 1), none(0.93f, 0.3f, 0.25f, 1),
    some(0.95f, 0.75f, 0.25f, 1), whole(0.35f, 0.8f, 0.45f, 1);
constexpr float height_per_scale = 720;  // pixels of a picture whose text has one pixel more
constexpr std::size_t max_rows = 16;
constexpr std::size_t max_name = 20;                                 // letters
constexpr std::uint64_t number_mask = (std::uint64_t{1} << 56) - 1;  // of a handle

/// Returns the colour of a share, from none over some to the whole.
glm::vec4 color_of(double share) {
    const auto s = static_cast<float>(std::clamp(share, 0.0, 1.0));
    return s < 0.5f ? glm::mix(none, some, 2 * s) : glm::mix(some, whole, 2 * s - 1);
}

double share_of(const Figures& figures) {
    return figures.wished == 0 ? 1 : static_cast<double>(figures.granted) / figures.wished;
}

/// The cells of a line of the table; the last one is a bar of a share.
struct Row {
    std::array<std::string, 7> cells;
    double share;
};

constexpr std::array<float, 7> ends{115, 145, 185, 220, 270, 320, 375};  // of columns; the first begins at 0
constexpr float bar_width = 50, gap = 8;

Row row_of(const Watched& one) {
    const Instance& instance = *one.instance;
    std::string name = instance.compiled->effect.name;
    if (name.size() > max_name) name = name.substr(0, max_name);
    return {{name, fmt::format("{}", instance.handle & number_mask),
             fmt::format("{:.3g}", instance.significance), fmt::format("{:.0f}%", 100 * instance.share),
             grouped(one.figures.alive), grouped(one.figures.granted), grouped(one.figures.wished)},
            share_of(one.figures)};
}

/// Draws the lines of the panel one below the other.
class Panel {
  public:
    Panel(render::Marks& marks, float scale) : marks_(marks), scale_(scale) {}

    void line(std::string_view text, const glm::vec4& color) {
        marks_.text(at(0), text, scale_, color);
        y_ += glyph_line;
    }
    void bar(float x, float width, double share) {
        const glm::vec2 height(0, scale_ * (glyph_line - 5));
        marks_.rectangle(at(x), height + glm::vec2(scale_ * width, 0), trough);
        const auto filled = static_cast<float>(std::clamp(share, 0.0, 1.0)) * width;
        marks_.rectangle(at(x), height + glm::vec2(scale_ * filled, 0), color_of(share));
    }
    void cells(const std::array<std::string, 7>& texts, const glm::vec4& color) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const float begin = i == 0 ? 0 : ends[i] - glyph_width(texts[i]);
            marks_.text(at(begin), texts[i], scale_, color);
        }
    }
    void next() { y_ += glyph_line; }

  private:
    glm::vec2 at(float x) const { return scale_ * glm::vec2(2 * gap + x, 2 * gap + y_); }

    render::Marks& marks_;
    const float scale_;
    float y_ = 0;
};

void draw_panel(render::Marks& marks, std::span<const Watched> order, const Budget& budget,
                gl::Size picture) {
    const float scale = std::max(1.0f, std::round(static_cast<float>(picture.height) / height_per_scale));
    const float lines = static_cast<float>(picture.height) / (scale * glyph_line) - 8;
    const std::size_t shown =
        std::min({order.size(), max_rows, static_cast<std::size_t>(std::max(lines, 0.0f))});
    const bool has_rest = shown < order.size();
    const float width = ends.back() + gap + bar_width;
    const float height = glyph_line * (3.0f + static_cast<float>(shown) + (has_rest ? 1.0f : 0.0f));
    marks.rectangle(scale * glm::vec2(gap), scale * glm::vec2(width + 2 * gap, height + 2 * gap), ground);
    Panel panel(marks, scale);
    panel.line(
        fmt::format("budget: {} of {} particles granted, {} wished, {}", grouped(budget.taken()),
                    grouped(budget.particles()), grouped(budget.wished()), counted(order.size(), "instance")),
        plain);
    panel.bar(0, width, static_cast<double>(budget.taken()) / budget.particles());
    panel.next();
    panel.cells({"effect", "no.", "signif.", "births", "alive", "granted", "wished"}, dim);
    panel.next();
    for (const Watched& one : order.first(shown)) {
        const Row row = row_of(one);
        panel.cells(row.cells, plain);
        panel.bar(ends.back() + gap, bar_width, row.share);
        panel.next();
    }
    if (has_rest) panel.line(fmt::format("and {} more", grouped(order.size() - shown)), dim);
}

}  // namespace

render::Marks debug_marks(std::span<const Watched> all, const Budget& budget, gl::Size picture) {
    render::Marks marks;
    for (const auto& [instance, figures] : all)
        if (figures.bounds)
            marks.box(figures.bounds->least, figures.bounds->greatest, color_of(share_of(figures)));
    std::vector<Watched> order(all.begin(), all.end());
    std::ranges::sort(
        order, [](const Watched& a, const Watched& b) { return comes_before(*a.instance, *b.instance); });
    draw_panel(marks, order, budget, picture);
    return marks;
}

}  // namespace winnow::stage
