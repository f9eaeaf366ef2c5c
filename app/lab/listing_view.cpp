#include "lab/listing_view.h"

#include <algorithm>

namespace winnow::lab {
namespace {

constexpr float listing_margin = 14, line_pitch = 19,
                letters_drop = 14;  // from a line's top to its base line
constexpr float code_letter_width = 7.2F, code_space_width = 8;

/// Returns the number of spaces that the line begins with, or its length if it has nothing else.
std::size_t indentation(std::string_view line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

}  // namespace

Drawing draw_listing(const Listing& listing, const Execution& run) {
    Drawing drawing;
    drawing.title = listing.path;
    float widest = 0;
    for (std::size_t i = 0; i < listing.lines.size(); ++i) {
        const std::string_view line = listing.lines[i];
        const std::size_t spaces = indentation(line);
        const float left = listing_margin + static_cast<float>(spaces) * code_space_width;
        const float top = listing_margin + static_cast<float>(i) * line_pitch;
        drawing.labels.push_back(
            {{left, top + letters_drop}, std::string(line.substr(spaces)), LabelStyle::code, Anchor::start});
        widest = std::max(widest, left + static_cast<float>(line.size() - spaces) * code_letter_width);
    }
    drawing.size = {widest + listing_margin,
                    static_cast<float>(listing.lines.size()) * line_pitch + 2 * listing_margin};
    drawing.body_bottom = drawing.size.y;
    for (std::size_t frame = 0; frame < run.frames.size(); ++frame) {
        drawing.descriptions.push_back(run.frames[frame].title);
        const auto lines = listing.lines_of(run.frames[frame]);
        if (!lines) continue;
        const float top = listing_margin + static_cast<float>(lines->first - 1) * line_pitch;
        const float height = static_cast<float>(lines->last + 1 - lines->first) * line_pitch;
        drawing.boxes.push_back(
            {{0, top}, {drawing.size.x, height}, BoxStyle::highlight, {}, {frame, frame}});
    }
    drawing.descriptions.push_back(listing.path);
    return drawing;
}

}  // namespace winnow::lab
