#include "lab/listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>

#include "base/embedded.h"
#include "lab/teaching_kernels.h"

// The texts of all teaching kernels, made by cmake/EmbedFiles.cmake.
extern const std::span<const winnow::EmbeddedFile> winnow_embedded_teaching_kernels;

namespace winnow::lab {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Returns the phase that a comment begins; empty if the line is none.
std::string_view phase_of(std::string_view line) {
    constexpr std::string_view comment = "// ";
    const std::size_t end = line.find(": ");
    if (!line.starts_with(comment) || end == std::string_view::npos) return {};
    return line.substr(comment.size(), end - comment.size());
}

/// Returns true for the title "Phase 1, step 2" and "Phase 1", not for "Scanning" and "Scan".
bool begins_with_phase(std::string_view title, std::string_view phase) {
    if (phase.empty() || !title.starts_with(phase)) return false;
    const std::string_view rest = title.substr(phase.size());
    return rest.empty() || rest.front() == ',' || rest.front() == ' ';
}

}  // namespace

std::optional<LineRange> Listing::lines_of(const Frame& frame) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view phase = phase_of(lines[i]);
        const bool is_longer = !found || phase.size() > phase_of(lines[*found]).size();
        if (begins_with_phase(frame.title, phase) && is_longer) found = i;
    }
    if (!found) return {};
    const auto end = std::find(lines.begin() + static_cast<std::ptrdiff_t>(*found), lines.end(), "");
    return LineRange{*found + 1, static_cast<std::size_t>(end - lines.begin())};
}

Listing listing_of(const Lesson& lesson, Language language) {
    require_kernel(lesson);
    const std::string name = kernel_name(lesson);
    const std::string path = language == Language::glsl ? fmt::format("shaders/lab/{}.comp", name)
                                                        : fmt::format("cuda/lab/{}.cuh", name);
    for (const EmbeddedFile& file : winnow_embedded_teaching_kernels)
        if (file.path == path) return {path, lab::lines_of(file.contents())};
    throw std::logic_error("no source of a teaching kernel at " + path);
}

std::string text_of(const Listing& listing, const Frame* frame) {
    const std::optional<LineRange> running = frame != nullptr ? listing.lines_of(*frame) : std::nullopt;
    std::string text = listing.path + '\n';
    for (std::size_t i = 0; i < listing.lines.size(); ++i) {
        const char mark = running && running->has(i + 1) ? '>' : ' ';
        text += fmt::format("{} {:3}", mark, i + 1);
        if (!listing.lines[i].empty()) text += fmt::format("  {}", listing.lines[i]);
        text += '\n';
    }
    return text;
}

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
