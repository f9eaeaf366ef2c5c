#include "ui/theme.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <string>

namespace winnow::ui {
namespace {

constexpr float body_pixels = 14, small_pixels = 12, large_pixels = 24;

/// Returns the path of DejaVu Sans at one of its usual places; empty if there is none.
std::string find_font() {
    constexpr std::array places{
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",    // Debian, Ubuntu
        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",  // Fedora
        "/usr/share/fonts/TTF/DejaVuSans.ttf",                // Arch
        "/usr/share/fonts/dejavu/DejaVuSans.ttf",
        "/usr/local/share/fonts/dejavu/DejaVuSans.ttf",  // FreeBSD
    };
    for (const char* place : places) {
        std::error_code error;
        if (std::filesystem::is_regular_file(place, error)) return place;
    }
    return {};
}

ImFont* add_font(const std::string& file, float pixels) {
    // The ranges hold Latin, dashes and quotes, and the few signs that units and messages use.
    static constexpr ImWchar ranges[] = {0x20, 0x17F, 0x2010, 0x2026, 0x2070, 0x209F, 0x2260, 0x2265, 0};
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    ImFont* font = file.empty() ? nullptr : atlas.AddFontFromFileTTF(file.c_str(), pixels, &config, ranges);
    if (font != nullptr) return font;
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
    style.GrabMinSize = 2;  // so that the fill of a slider ends at the pointer
    style.ScrollbarSize = 11;
    style.DisabledAlpha = 0.45f;
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

Fonts load_fonts(float scale) {
    ImGui::GetIO().Fonts->Clear();
    const std::string file = find_font();
    const auto pixels = [&](float natural) { return std::round(natural * scale); };
    Fonts fonts;
    fonts.body = add_font(file, pixels(body_pixels));
    fonts.small = add_font(file, pixels(small_pixels));
    fonts.large = add_font(file, pixels(large_pixels));
    return fonts;
}

}  // namespace winnow::ui
