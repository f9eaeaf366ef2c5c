#include "ui/imgui_offscreen.h"

#include <backends/imgui_impl_opengl3.h>
#include <dlfcn.h>

#include "base/error.h"

namespace winnow::ui {
namespace {

/// ImGui's backend finds OpenGL's functions through this library, and prints a line of its own without it.
void require_library() {
    void* library = dlopen("libGL.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) absent("Dear ImGui draws through libGL.so.1, which this system does not have");
    dlclose(library);
}

}  // namespace

OffscreenImgui::OffscreenImgui(float scale) {
    require_library();
    context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(context_);
    ImGui::GetIO().IniFilename = nullptr;
    if (!ImGui_ImplOpenGL3_Init("#version 450 core")) {
        ImGui::DestroyContext(context_);
        absent("Dear ImGui cannot load OpenGL's functions");
    }
    apply_theme(scale);
    fonts_ = load_fonts(scale);
}

OffscreenImgui::~OffscreenImgui() {
    ImGui::SetCurrentContext(context_);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context_);
}

void OffscreenImgui::draw(ImVec2 size, const std::function<void(ImDrawList&, const Fonts&)>& paint) const {
    ImGui::GetIO().DisplaySize = size;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    paint(*ImGui::GetBackgroundDrawList(), fonts_);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace winnow::ui
