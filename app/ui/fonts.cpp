#include "ui/fonts.h"

#include <imgui_internal.h>  // ImTextCharFromUtf8

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "base/embedded.h"
#include "ui/system_fonts.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_font;

namespace winnow::ui {
namespace {

constexpr float body_pixels = 14, small_pixels = 12, large_pixels = 24;
constexpr float em_in_lines = 1.16f;   // the height of a line of DejaVu Sans, in ems
constexpr float max_enlarged = 1.07f;  // a font may be this much larger than what was asked for
constexpr ImWchar box = 0x25A1;        // stands for a sign that no font has

/// The ranges hold Latin and Greek, dashes and quotes, the box, and the signs of units, messages and
/// formulas.
constexpr ImWchar usual_ranges[] = {0x20,   0x17F,  0x391,  0x3C9,  0x2010, 0x2026, 0x2070, 0x209F, 0x2190,
                                    0x2195, 0x21BB, 0x21BB, 0x2200, 0x222B, 0x2248, 0x2248, 0x2260, 0x2265,
                                    0x2295, 0x2297, 0x2308, 0x230B, 0x25A1, 0x25A1, 0x25B8, 0x25B8, 0};

bool is_usual(unsigned sign) {
    for (const ImWchar* range = usual_ranges; *range != 0; range += 2)
        if (sign >= range[0] && sign <= range[1]) return true;
    return sign < ' ';
}

/// A font file's bytes, and the signs that are taken from it.
struct Source {
    std::string_view bytes;
    std::vector<ImWchar> ranges;
};

std::vector<ImWchar> ranges_of(const Signs& signs) {
    std::vector<ImWchar> ranges;
    for (const unsigned sign : signs) ranges.insert(ranges.end(), 2, static_cast<ImWchar>(sign));
    ranges.push_back(0);
    return ranges;
}

/// ImGui itself reads no file, because it ends the program if it cannot. Its fonts share the bytes.
ImFont* add_font(float pixels, const std::vector<Source>& sources) {
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    config.FontDataOwnedByAtlas = false;
    ImFont* font = nullptr;
    for (const Source& source : sources) {
        config.MergeMode = font != nullptr;
        font = ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(source.bytes.data()),
                                                          static_cast<int>(source.bytes.size()), pixels,
                                                          &config, source.ranges.data());
    }
    font->FallbackChar = box;
    return font;
}

/// Returns the fonts that have the signs; ImGui keeps pointers to the ranges.
const std::vector<Source>& sources_for(const Signs& more) {
    static std::vector<Source> sources;
    const std::string_view own = winnow_embedded_font.front().contents();
    std::vector<ImWchar> usual(std::begin(usual_ranges), std::end(usual_ranges) - 1);
    Signs rest;
    for (const unsigned sign : more) {
        if (has_sign(own, sign))
            usual.insert(usual.end(), 2, static_cast<ImWchar>(sign));
        else
            rest.insert(sign);
    }
    usual.push_back(0);
    sources = {{own, std::move(usual)}};
    for (const SystemFont& font : system_fonts_with(rest))
        sources.push_back({font.bytes, ranges_of(font.signs)});
    return sources;
}

}  // namespace

bool add_sign(Signs& signs, unsigned sign) {
    // ImGui draws what it cannot number, and what is no sign, as one that no font has.
    if (sign > IM_UNICODE_CODEPOINT_MAX || sign == IM_UNICODE_CODEPOINT_INVALID || is_usual(sign))
        return false;
    return signs.insert(sign).second;
}

bool add_signs(Signs& signs, std::string_view utf8) {
    constexpr unsigned ascii_end = 0x80;
    bool is_new = false;
    const char *at = utf8.data(), *end = at + utf8.size();
    while (at < end) {
        unsigned sign = static_cast<unsigned char>(*at);
        if (sign < ascii_end) {
            ++at;
            continue;
        }
        at += std::max(ImTextCharFromUtf8(&sign, at, end), 1);
        is_new |= add_sign(signs, sign);
    }
    return is_new;
}

Fonts load_fonts(float scale, const Signs& more) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    const std::vector<Source>& sources = sources_for(more);
    const auto add = [&](float natural) { return add_font(std::round(natural * scale), sources); };
    Fonts fonts;
    fonts.body = add(body_pixels);
    fonts.small = add(small_pixels);
    fonts.large = add(large_pixels);
    fonts.all = {add(10), fonts.small, fonts.body, add(17), add(20), fonts.large};
    const int first_thumbnail = add_thumbnails(atlas);
    atlas.Build();
    fonts.thumbnails = draw_thumbnails(atlas, first_thumbnail);
    return fonts;
}

SizedFont fitting_font(const Fonts& fonts, float letter_pixels) {
    const float wanted = letter_pixels * em_in_lines;
    const auto larger = std::find_if(fonts.all.begin(), fonts.all.end(), [&](const ImFont* font) {
        return font->FontSize > wanted * max_enlarged;
    });
    if (larger == fonts.all.begin()) return {*larger, wanted};
    return {*(larger - 1), (*(larger - 1))->FontSize};
}

}  // namespace winnow::ui
