#include "gl/lost_display.h"

#include <dlfcn.h>

namespace winnow::gl {
namespace {

using Display = void;  // Xlib's, whose headers are not needed to build
bool lost = false;     // Xlib calls back on the window's thread

int on_io_error(Display*) {
    lost = true;
    return 0;
}

/// In the place of the one that calls exit(). Once it returns, every call on that display fails.
void on_io_error_exit(Display*, void*) {
    lost = true;
}

template <typename Function>
Function* find(void* library, const char* name) {
    return reinterpret_cast<Function*>(::dlsym(library, name));
}

}  // namespace

/// GLFW loads Xlib itself, and not each GLFW knows X: neither is linked here.
void survive_lost_display() {
    using Handler = int(Display*);
    using ExitHandler = void(Display*, void*);
    void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == nullptr) return;
    const auto get_display = find<Display*()>(RTLD_DEFAULT, "glfwGetX11Display");
    const auto set_handler = find<Handler*(Handler*)>(xlib, "XSetIOErrorHandler");
    const auto set_exit_handler = find<void(Display*, ExitHandler*, void*)>(xlib, "XSetIOErrorExitHandler");
    Display* display = get_display != nullptr ? get_display() : nullptr;
    if (display != nullptr && set_handler != nullptr && set_exit_handler != nullptr) {
        set_handler(on_io_error);
        set_exit_handler(display, on_io_error_exit, nullptr);
    }
    ::dlclose(xlib);
}

bool display_is_lost() {
    return lost;
}

}  // namespace winnow::gl
