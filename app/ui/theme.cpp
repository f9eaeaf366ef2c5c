#include "ui/theme.h"

namespace winnow::ui {
namespace {

void choose_colors(bool high_contrast) {
    color::text = high_contrast ? ImVec4(1, 1, 1, 1) : ImVec4(0.88f, 0.89f, 0.91f, 1);
    color::dim = high_contrast ? ImVec4(0.86f, 0.88f, 0.91f, 1) : ImVec4(0.63f, 0.66f, 0.71f, 1);
    color::accent =
        high_contrast ? ImVec4(1, 0.84f, 0.45f, 1) : ImVec4(0.93f, 0.71f, 0.36f, 1);  // ripe grain
    color::on_accent = high_contrast ? ImVec4(0, 0, 0, 1) : ImVec4(0.10f, 0.08f, 0.05f, 1);
    color::good = high_contrast ? ImVec4(0.60f, 0.95f, 0.66f, 1) : ImVec4(0.45f, 0.80f, 0.52f, 1);
    color::bad = high_contrast ? ImVec4(1, 0.72f, 0.69f, 1) : ImVec4(0.97f, 0.48f, 0.44f, 1);
    color::second = high_contrast ? ImVec4(0.62f, 0.82f, 1, 1) : ImVec4(0.46f, 0.69f, 0.93f, 1);
}

ImVec4 grey(float level, float alpha = 1) {
    return {level, level * 1.06f, level * 1.16f, alpha};
}

void set_colors(ImVec4* colors) {
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
    colors[ImGuiCol_ButtonHovered] = grey(0.22f);
    colors[ImGuiCol_ButtonActive] = accent(0.30f);
    colors[ImGuiCol_Header] = grey(0.11f);
    colors[ImGuiCol_HeaderHovered] = grey(0.17f);
    colors[ImGuiCol_HeaderActive] = grey(0.21f);
    colors[ImGuiCol_Separator] = grey(0.18f);
    colors[ImGuiCol_TextSelectedBg] = accent(0.35f);
    colors[ImGuiCol_ModalWindowDimBg] = ImVec4(0, 0, 0, 0.45f);
    colors[ImGuiCol_TableRowBgAlt] = ImVec4(1, 1, 1, 0.02f);
    colors[ImGuiCol_NavHighlight] = colors[ImGuiCol_NavWindowingHighlight] = color::accent;
}

/// Grounds are black and opaque, so that the picture does not shine through, and everything has an edge.
void set_high_contrast(ImVec4* colors) {
    colors[ImGuiCol_WindowBg] = colors[ImGuiCol_PopupBg] = colors[ImGuiCol_TitleBg] =
        colors[ImGuiCol_TitleBgActive] = ImVec4(0, 0, 0, 1);
    colors[ImGuiCol_FrameBg] = colors[ImGuiCol_Button] = colors[ImGuiCol_Header] = grey(0.06f);
    for (const ImGuiCol one : {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ButtonHovered,
                               ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive})
        colors[one] = grey(0.16f);
    colors[ImGuiCol_Border] = colors[ImGuiCol_Separator] = grey(0.62f);
    colors[ImGuiCol_ScrollbarGrab] = grey(0.55f);
    colors[ImGuiCol_ScrollbarGrabHovered] = colors[ImGuiCol_ScrollbarGrabActive] = grey(0.80f);
}

}  // namespace

void apply_theme(float scale, bool high_contrast) {
    ImGuiStyle style;  // begins with the defaults, because scaling a scaled style would accumulate
    choose_colors(high_contrast);
    set_colors(style.Colors);
    if (high_contrast) set_high_contrast(style.Colors);
    style.FrameBorderSize = high_contrast ? 1 : 0;
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

}  // namespace winnow::ui
