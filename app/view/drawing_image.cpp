#include "view/drawing_image.h"

#include <cmath>

#include "render/targets.h"
#include "ui/drawing_painter.h"
#include "ui/imgui_offscreen.h"

namespace winnow::view {

render::Image image_of(const lab::Drawing& drawing, std::optional<std::size_t> frame) {
    const ImVec2 pixels(std::ceil(drawing.size.x * pixels_per_unit),
                        std::ceil(drawing.size.y * pixels_per_unit));
    const render::TargetImage image({static_cast<int>(pixels.x), static_cast<int>(pixels.y)});
    const ui::OffscreenImgui imgui(pixels_per_unit);
    image.target().bind();
    imgui.draw(pixels, [&](ImDrawList& list, const ui::Fonts& fonts) {
        ImVec4 paper = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
        paper.w = 1;
        list.AddRectFilled(ImVec2(0, 0), pixels, ImGui::ColorConvertFloat4ToU32(paper));
        const ui::Placement whole{ImVec2(0, 0), pixels_per_unit, frame.value_or(drawing.whole_run())};
        ui::paint(list, drawing, whole, fonts, ui::Part::whole);
    });
    return image.read();
}

}  // namespace winnow::view
