#include "ui/window_icon.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <span>
#include <string>
#include <vector>

#include "base/embedded.h"
#include "base/png.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_icon;

namespace winnow::ui {

void set_window_icon(GLFWwindow* window) {
    constexpr int channels = 4;
    constexpr std::size_t max_pixels = 256 * 256;
    std::vector<Pixels> sizes;
    for (const EmbeddedFile& file : winnow_embedded_icon)
        sizes.push_back(
            decode_png(std::string(file.contents()), channels, max_pixels, std::string(file.path)));
    std::vector<GLFWimage> images;
    for (Pixels& one : sizes) images.push_back({one.width, one.height, one.bytes.data()});
    glfwSetWindowIcon(window, static_cast<int>(images.size()), images.data());
}

}  // namespace winnow::ui
