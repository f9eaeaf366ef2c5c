#include "ui/theme.h"

#include <imgui_internal.h>  // ImTextCharFromUtf8

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>

#include "base/input_file.h"

namespace winnow::ui {
namespace {

constexpr float body_pixels = 14, small_pixels = 12, large_pixels = 24;
constexpr float em_in_lines = 1.16f;   // the height of a line of DejaVu Sans, in ems
constexpr float max_enlarged = 1.07f;  // a font may be this much larger than what was asked for

struct Spelling {
    unsigned sign;
    std::string_view ascii;
};

/// The signs of lessons and formulas.
constexpr std::array spellings{
    Spelling{0xB2, "^2"},    Spelling{0xB5, "u"},     Spelling{0xB7, "*"},       Spelling{0xD7, "x"},
    Spelling{0x3A3, "sum "}, Spelling{0x2013, "-"},   Spelling{0x2014, "-"},     Spelling{0x2019, "'"},
    Spelling{0x2026, "..."}, Spelling{0x2022, "*"},   Spelling{0x2080, "0"},     Spelling{0x2081, "1"},
    Spelling{0x2082, "2"},   Spelling{0x2083, "3"},   Spelling{0xB3, "^3"},      Spelling{0x21BB, "again"},
    Spelling{0x25B8, ">"},   Spelling{0x2190, "<-"},  Spelling{0x2192, "->"},    Spelling{0x2212, "-"},
    Spelling{0x221E, "inf"}, Spelling{0x2248, "~"},   Spelling{0x2260, "!="},    Spelling{0x2264, "<="},
    Spelling{0x2265, ">="},  Spelling{0x2295, "(+)"}, Spelling{0x2308, "ceil("}, Spelling{0x2309, ")"},
};

std::string_view spelling_of(unsigned sign) {
    const auto* found =
        std::find_if(spellings.begin(), spellings.end(), [&](const Spelling& s) { return s.sign == sign; });
    return found == spellings.end() ? "?" : found->ascii;
}

/// Returns the contents of DejaVu Sans at one of its usual places; empty if it is at none, or cannot be read.
std::string read_font() {
    constexpr std::uint64_t max_bytes = 16 << 20;
    constexpr std::array places{
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",    // Debian, Ubuntu
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",  // Fedora
        "/usr/share/fonts/TTF/DejaVuSans.ttf",                // Arch
        "/usr/share/fonts/dejavu/DejaVuSans.ttf",
        "/usr/local/share/fonts/dejavu/DejaVuSans.ttf",  // FreeBSD
    };
    for (const char* place : places) {
        std::error_code error;
        if (!std::filesystem::is_regular_file(place, error)) continue;
        try {
            return read_file(place, max_bytes);
        } catch (const UnreadableFile&) {
            return {};
        }
    }
    return {};
}

/// ImGui itself reads no file, because it ends the program if it cannot.
ImFont* add_font(float pixels) {
    // The ranges hold Latin and Greek, dashes and quotes, and the signs of units, messages and formulas.
    static constexpr ImWchar ranges[] = {0x20,   0x17F,  0x391,  0x3C9,  0x2010, 0x2026, 0x2070,
                                         0x209F, 0x2190, 0x2195, 0x21BB, 0x21BB, 0x2200, 0x222B,
                                         0x2248, 0x2248, 0x2260, 0x2265, 0x2295, 0x2297, 0x2308,
                                         0x230B, 0x25B8, 0x25B8, 0};
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    static std::string bytes = read_font();  // once: the file may be gone when the scale changes
    if (!bytes.empty()) {
        config.FontDataOwnedByAtlas = false;
        return atlas.AddFontFromMemoryTTF(bytes.data(), static_cast<int>(bytes.size()), pixels, &config,
                                          ranges);
    }
    ImFontConfig fallback;
    fallback.SizePixels = pixels;
    return atlas.AddFontDefault(&fallback);
}

void set_colors(ImVec4* colors) {
    const auto grey = [](float level, float alpha = 1) {
        return ImVec4(level, level * 1.06f, level * 1.16f, alpha);
    };
    const auto accent = [](float alpha) {
        return ImVec4(color::accent.x, color::accent.y, color::accent.z, alpha);
    };
    colors[ImGuiCol_Text] = color::text;
    colors[ImGuiCol_TextDisabled] = color::dim;
    colors[ImGuiCol_WindowBg] = grey(0.055f, 0.90f);
    colors[ImGuiCol_PopupBg] = grey(0.075f, 0.98f);
    colors[ImGuiCol_ChildBg] = ImVec4(0, 0, 0, 0);
    colors[ImGuiCol_Border] = grey(0.20f, 0.60f);
    colors[ImGuiCol_FrameBg] = grey(0.13f);
    colors[ImGuiCol_FrameBgHovered] = grey(0.18f);
    colors[ImGuiCol_FrameBgActive] = grey(0.21f);
    colors[ImGuiCol_TitleBg] = colors[ImGuiCol_TitleBgActive] = grey(0.075f);
    colors[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
    colors[ImGuiCol_ScrollbarGrab] = grey(0.22f);
    colors[ImGuiCol_ScrollbarGrabHovered] = grey(0.30f);
    colors[ImGuiCol_ScrollbarGrabActive] = grey(0.36f);
    colors[ImGuiCol_CheckMark] = color::accent;
    colors[ImGuiCol_SliderGrab] = accent(0.80f);
    colors[ImGuiCol_SliderGrabActive] = color::accent;
    colors[ImGuiCol_Button] = grey(0.16f);
    colors[ImGuiCol_ButtonHovered] = grey(0.23f);
    colors[ImGuiCol_ButtonActive] = accent(0.55f);
    colors[ImGuiCol_Header] = grey(0.11f);
    colors[ImGuiCol_HeaderHovered] = grey(0.17f);
    colors[ImGuiCol_HeaderActive] = grey(0.21f);
    colors[ImGuiCol_Separator] = grey(0.18f);
    colors[ImGuiCol_TextSelectedBg] = accent(0.35f);
    colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.45f);
    colors[ImGuiCol_TableRowBgAlt] = ImVec4(1, 1, 1, 0.02f);
}

}  // namespace

void apply_theme(float scale) {
    ImGuiStyle style;  // begins with the defaults, because scaling a scaled style would accumulate
    set_colors(style.Colors);
    style.WindowRounding = 8;
    style.ChildRounding = style.PopupRounding = 6;
    style.FrameRounding = style.GrabRounding = 4;
    style.ScrollbarRounding = 6;
    style.WindowBorderSize = style.PopupBorderSize = 1;
    style.WindowPadding = {14, 12};
    style.FramePadding = {8, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {4, 2};
    style.ScrollbarSize = 11;
    style.DisabledAlpha = 0.45f;
    style.ScaleAllSizes(scale);
    // It is small, so that the fill of a slider ends at the pointer. ImGui 1.86 rounds the corners of a grip
    // of 2 pixels by almost nothing, and divides by zero.
    style.GrabMinSize = 2.01f;
    ImGui::GetStyle() = style;
}

Fonts load_fonts(float scale) {
    ImGui::GetIO().Fonts->Clear();
    const auto pixels = [&](float natural) { return std::round(natural * scale); };
    Fonts fonts;
    fonts.body = add_font(pixels(body_pixels));
    fonts.small = add_font(pixels(small_pixels));
    fonts.large = add_font(pixels(large_pixels));
    const auto between = [&](float natural) { return add_font(pixels(natural)); };
    fonts.all = {between(10), fonts.small, fonts.body, between(17), between(20), fonts.large};
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

std::string legible(const ImFont& font, std::string_view utf8) {
    std::string text;
    const char *at = utf8.data(), *end = at + utf8.size();
    while (at < end) {
        unsigned sign = 0;
        const int bytes = std::max(ImTextCharFromUtf8(&sign, at, end), 1);
        const bool is_there = sign < 0x80 || font.FindGlyphNoFallback(static_cast<ImWchar>(sign)) != nullptr;
        text += is_there ? std::string_view(at, static_cast<std::size_t>(bytes)) : spelling_of(sign);
        at += bytes;
    }
    return text;
}

}  // namespace winnow::ui
