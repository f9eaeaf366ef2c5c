#include "gl/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/free_memory.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "base/output_file.h"
#include "gl/fence.h"
#include "gl/limits.h"

namespace winnow::gl {
namespace {

using Display = void;  // Xlib's type; its headers are not needed to build
using XErrorHandler = int(Display*, void*);
std::atomic<bool> lost = false;  // set by Xlib, on the window's thread
bool destroyed = false;          // another client has destroyed the window, and GLFW's calls would fail
unsigned long own_window = 0;    // its X resource; 0: none
XErrorHandler* (*set_x_error_handler)(XErrorHandler*) = nullptr;

/// The beginning of Xlib's XErrorEvent.
struct XError {
    int type;
    Display* display;
    unsigned long resource, serial;
    unsigned char code, request, minor;
};

/// Replaces the handler that calls exit(). An error that names the window means that it is gone; others come
/// from requests about the windows of other clients, which may go at any time.
int on_x_error(Display*, void* event) {
    const auto& error = *static_cast<const XError*>(event);
    if (own_window == 0 || error.resource != own_window) return 0;
    destroyed = lost = true;
    return 0;
}

/// GLFW restores Xlib's own handler after some of its calls, so that ours is set again before each.
void watch_x_errors() {
    if (set_x_error_handler != nullptr) set_x_error_handler(on_x_error);
}

constexpr const char* display_went_away =
    "the display went away: the X server ended, or closed the connection";

/// Xlib would call exit() when this returns: only a display that is open can be told not to. Nothing but
/// temporary files has been written yet.
int on_io_error_at_start(Display*) {
    say(display_went_away);
    remove_temporary_files();
    ::_exit(static_cast<int>(ExitStatus::absent));
}

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

constexpr Size min_size{480, 300};  // a smaller window cuts the panel

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool display_is_named() {
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

using IoHandler = int(Display*);

/// Until GLFW has opened its display, after which survive_lost_display() can be called.
void watch_start() {
    void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY);  // stays open: Xlib keeps the handler
    if (xlib == nullptr) return;
    if (const auto set_handler = find<IoHandler*(IoHandler*)>(xlib, "XSetIOErrorHandler"))
        set_handler(on_io_error_at_start);
}

void start_glfw() {
    constexpr const char* instead =
        "use `winnow render fountain --output frame.png` or `winnow test`, which need none";
    if (!display_is_named()) absent("no display (DISPLAY and WAYLAND_DISPLAY are unset); {}", instead);
    require_room_for_a_driver();
    watch_start();
    keep_freed_memory();
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
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "winnow");  // desktops find the icon's file by it
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "winnow");
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
    using ExitHandler = void(Display*, void*);
    void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == nullptr) return;
    const auto get_display = find<Display*()>(RTLD_DEFAULT, "glfwGetX11Display");
    const auto set_handler = find<IoHandler*(IoHandler*)>(xlib, "XSetIOErrorHandler");
    const auto set_exit_handler = find<void(Display*, ExitHandler*, void*)>(xlib, "XSetIOErrorExitHandler");
    Display* display = get_display != nullptr ? get_display() : nullptr;
    set_x_error_handler =
        reinterpret_cast<XErrorHandler* (*)(XErrorHandler*)>(::dlsym(xlib, "XSetErrorHandler"));
    watch_x_errors();
    if (display != nullptr && set_handler != nullptr && set_exit_handler != nullptr) {
        set_handler(on_io_error);
        set_exit_handler(display, on_io_error_exit, nullptr);
    }
    ::dlclose(xlib);
}

bool display_is_lost() {
    return lost;
}

void require_display() {
    if (!display_is_lost()) return;
    check_interrupted();  // the connection was cut to end a call that a signal had to end
    if (destroyed) absent("the window was destroyed by another program");
    absent("{}", display_went_away);
}

/// A call that waits for an X server that does not answer never returns. A while after a signal the
/// connection is therefore cut, which ends the call as if the server had ended.
class Window::Cutter {
  public:
    explicit Cutter(int connection) : thread_([this, connection] { run(connection); }) {}
    ~Cutter() {
        {
            const std::scoped_lock lock(mutex_);
            ends_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }
    Cutter(const Cutter&) = delete;

  private:
    void run(int connection) {
        constexpr std::chrono::milliseconds pause{200};
        constexpr int pauses_after_signal = 5;
        int pauses = 0;
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, pause, [this] { return ends_; }))
            if (interrupted() && ++pauses == pauses_after_signal) ::shutdown(connection, SHUT_RDWR);
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    bool ends_ = false;
    std::thread thread_;
};

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
    glfwSetWindowSizeLimits(window_, min_size.width, min_size.height, GLFW_DONT_CARE, GLFW_DONT_CARE);
    survive_lost_display();
    watch_connection();
    clipboard_.emplace();
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

/// Finds the window's X resource and the connection, if the window is one of X.
void Window::watch_connection() {
    const auto get_window = find<unsigned long(GLFWwindow*)>(RTLD_DEFAULT, "glfwGetX11Window");
    const auto get_display = find<Display*()>(RTLD_DEFAULT, "glfwGetX11Display");
    void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (xlib == nullptr) return;
    const auto connection_of = find<int(Display*)>(xlib, "XConnectionNumber");
    ::dlclose(xlib);
    Display* display = get_display != nullptr ? get_display() : nullptr;
    if (display == nullptr || get_window == nullptr) return;
    own_window = get_window(window_);
    if (connection_of != nullptr) cutter_ = std::make_unique<Cutter>(connection_of(display));
}

Window::~Window() {
    cutter_.reset();
    own_window = 0;
    // After a signal nothing waits for the X server, which may not answer: it cleans up when the process
    // ends.
    if (display_is_lost() || interrupted()) return;
    clipboard_->prepare_to_end();
    glfwDestroyWindow(window_);
    glfwTerminate();
}

bool Window::should_close() const {
    return glfwWindowShouldClose(window_) != GLFW_FALSE;
}
void Window::stay_open() {
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
}
void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(window_, title.c_str());
}
void Window::poll_events() {
    watch_x_errors();
    glfwPollEvents();
    require_display();
}
void Window::wait_events(double seconds) {
    watch_x_errors();
    glfwWaitEventsTimeout(seconds);
    require_display();
}
void Window::swap() {
    watch_x_errors();
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

WindowPlace Window::place() const {
    if (glfwGetWindowMonitor(window_) != nullptr) return before_fullscreen_;
    WindowPlace place;
    glfwGetWindowPos(window_, &place.x, &place.y);
    glfwGetWindowSize(window_, &place.width, &place.height);
    return place;
}

void Window::move(const WindowPlace& to) {
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    std::vector<WindowPlace> screens;
    for (GLFWmonitor* monitor : std::span(monitors, static_cast<std::size_t>(count))) {
        WindowPlace& screen = screens.emplace_back();
        glfwGetMonitorWorkarea(monitor, &screen.x, &screen.y, &screen.width, &screen.height);
    }
    if (!is_within_reach(to, screens)) return;
    glfwSetWindowSize(window_, to.width, to.height);
    glfwSetWindowPos(window_, to.x, to.y);
}

void Window::set_fullscreen(bool on) {
    WindowPlace& place = before_fullscreen_;
    if (!on) {
        if (place.width > 0)
            glfwSetWindowMonitor(window_, nullptr, place.x, place.y, place.width, place.height,
                                 GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = monitor_under(window_);
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (mode == nullptr) return;
    place = this->place();
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

Size Window::framebuffer() const {
    Size size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    require_display();
    return size;
}

}  // namespace winnow::gl
