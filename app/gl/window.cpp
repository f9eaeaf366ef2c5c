#include "gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <dlfcn.h>
#include <cstdlib>

#include "base/error.h"
#include "gl/fence.h"
#include "gl/limits.h"

namespace winnow::gl {

namespace {

using Display = void;  // Xlib's type; its headers are not needed to build
bool lost = false;     // set by Xlib, on the window's thread

int on_io_error(Display*) {
    lost = true;
    return 0;
}

/// Replaces the handler that calls exit(). Once it returns, every call on that display fails.
void on_io_error_exit(Display*, void*) {
    lost = true;
}

template <typename Function>
Function* find(void* library, const char* name) {
    return reinterpret_cast<Function*>(::dlsym(library, name));
}

std::string last_glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "no reason was given";
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool display_is_named() {
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

void require_display() {
    if (display_is_lost()) absent("the display went away: the X server ended, or closed the connection");
}

void start_glfw() {
    constexpr const char* instead =
        "use `winnow render fountain --output frame.png` or `winnow test`, which need none";
    if (!display_is_named()) absent("no display (DISPLAY and WAYLAND_DISPLAY are unset); {}", instead);
    require_room_for_a_driver();
    if (glfwInit() == GLFW_FALSE) absent("no window can be opened: {}; {}", last_glfw_error(), instead);
}

enum class Wanted { robust, plain, any_version };

GLFWwindow* open(const WindowOptions& options, Wanted wanted) {
    glfwDefaultWindowHints();
    if (wanted != Wanted::any_version) {
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, options.context.debug ? GLFW_TRUE : GLFW_FALSE);
    }
    if (wanted == Wanted::robust) glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);  // frames are drawn into targets of our own
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    return glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
}

/// Returns the monitor that shows the middle of the window, the first monitor if none does, or null if there
/// is none.
GLFWmonitor* monitor_under(GLFWwindow* window) {
    int x = 0, y = 0, width = 0, height = 0, count = 0;
    glfwGetWindowPos(window, &x, &y);
    glfwGetWindowSize(window, &width, &height);
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        int left = 0, top = 0;
        glfwGetMonitorPos(monitors[i], &left, &top);
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        const int right_of_left = x + width / 2 - left, below_top = y + height / 2 - top;
        if (mode != nullptr && right_of_left >= 0 && right_of_left < mode->width && below_top >= 0 &&
            below_top < mode->height)
            return monitors[i];
    }
    return count > 0 ? monitors[0] : nullptr;
}

}  // namespace

/// Looks the functions up at run time: GLFW loads Xlib itself, and some builds of GLFW lack X.
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

Window::Window(const WindowOptions& options) {
    start_glfw();
    std::string reason;
    // An older OpenGL is accepted here, so that adopt() can name the version that was found.
    for (const Wanted wanted : {Wanted::robust, Wanted::plain, Wanted::any_version}) {
        if (window_ == nullptr) window_ = open(options, wanted);
        if (window_ == nullptr && reason.empty()) reason = last_glfw_error();
    }
    if (window_ == nullptr) {
        glfwTerminate();
        absent("no window with an OpenGL 4.5 core context can be opened: {}", reason);
    }
    survive_lost_display();
    glfwMakeContextCurrent(window_);
    try {
        adopt([](const char* name) { return reinterpret_cast<void*>(glfwGetProcAddress(name)); },
              options.context, false);
    } catch (...) {
        glfwDestroyWindow(window_);
        glfwTerminate();
        throw;
    }
}

Window::~Window() {
    if (display_is_lost()) return;
    glfwDestroyWindow(window_);
    glfwTerminate();
}

bool Window::should_close() const {
    return glfwWindowShouldClose(window_) != GLFW_FALSE;
}
void Window::close() {
    glfwSetWindowShouldClose(window_, GLFW_TRUE);
}
void Window::stay_open() {
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
}
void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(window_, title.c_str());
}
void Window::poll_events() {
    glfwPollEvents();
    require_display();
}
void Window::wait_events(double seconds) {
    glfwWaitEventsTimeout(seconds);
    require_display();
}
void Window::swap() {
    glfwSwapBuffers(window_);
    require_display();
    require_context();  // checked once a frame
}
void Window::set_vsync(bool on) {
    glfwSwapInterval(on ? 1 : 0);
}

void Window::resize(Size size) {
    glfwSetWindowSize(window_, size.width, size.height);
}

void Window::set_fullscreen(bool on) {
    Place& place = before_fullscreen_;
    if (!on) {
        if (place.width > 0)
            glfwSetWindowMonitor(window_, nullptr, place.x, place.y, place.width, place.height,
                                 GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = monitor_under(window_);
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode == nullptr) return;
    glfwGetWindowPos(window_, &place.x, &place.y);
    glfwGetWindowSize(window_, &place.width, &place.height);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

Size Window::framebuffer() const {
    Size size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    require_display();
    return size;
}

}  // namespace winnow::gl
