// Draws with Dear ImGui into a framebuffer, without a window.
#pragma once

#include <imgui.h>

#include <functional>

#include "ui/theme.h"

namespace winnow::ui {

/// Owns an ImGui context, which stays the current one. The GL context must be current in every call.
class OffscreenImgui {
  public:
    /// Throws Error(absent) if ImGui cannot load OpenGL's functions.
    explicit OffscreenImgui(float scale);
    ~OffscreenImgui();
    OffscreenImgui(const OffscreenImgui&) = delete;

    /// Draws what `paint` adds to a list into the current framebuffer, which has this size in pixels.
    void draw(ImVec2 size, const std::function<void(ImDrawList&, const Fonts&)>& paint) const;

  private:
    ImGuiContext* context_;
    Fonts fonts_;
};

}  // namespace winnow::ui
