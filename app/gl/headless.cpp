// Contexts without a window: EGL on a device, or Mesa's surfaceless platform.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/free_memory.h"
#include "base/text.h"
#include "gl/context.h"
#include "gl/limits.h"

namespace winnow::gl {
namespace {

constexpr EGLint cuda_device_attribute = 0x323A;  // EGL_CUDA_DEVICE_NV, of EGL_NV_device_cuda

template <typename Function>
Function egl_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

struct Platform {
    EGLenum kind = EGL_PLATFORM_SURFACELESS_MESA;
    EGLDeviceEXT device = EGL_NO_DEVICE_EXT;
    std::optional<int> cuda_device;
};

std::optional<int> cuda_device_of(EGLDeviceEXT device) {
    const auto query_string = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    const auto query = egl_function<PFNEGLQUERYDEVICEATTRIBEXTPROC>("eglQueryDeviceAttribEXT");
    if (query_string == nullptr || query == nullptr) return std::nullopt;
    const char* extensions = query_string(device, EGL_EXTENSIONS);
    if (extensions == nullptr ||
        std::string_view(extensions).find("EGL_NV_device_cuda") == std::string_view::npos)
        return std::nullopt;
    EGLAttrib ordinal = 0;
    if (query(device, cuda_device_attribute, &ordinal) == EGL_FALSE) return std::nullopt;
    return static_cast<int>(ordinal);
}

/// Returns every EGL device, those that are CUDA devices first, and last the surfaceless platform.
std::vector<Platform> platforms() {
    require_room_for_a_driver();
    std::vector<Platform> found;
    const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    EGLint count = 0;
    if (query_devices != nullptr && query_devices(0, nullptr, &count) == EGL_TRUE) {
        std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
        query_devices(count, devices.data(), &count);
        for (const EGLDeviceEXT device : devices)
            found.push_back({EGL_PLATFORM_DEVICE_EXT, device, cuda_device_of(device)});
    }
    std::stable_partition(found.begin(), found.end(),
                          [](const Platform& p) { return p.cuda_device.has_value(); });
    found.push_back({EGL_PLATFORM_SURFACELESS_MESA, EGL_NO_DEVICE_EXT, std::nullopt});
    return found;
}

/// Remembers the context that is current on this thread, to make it current again.
class CurrentContext {
  public:
    void restore() const {
        if (exists()) eglMakeCurrent(display_, draw_, read_, context_);
    }
    bool exists() const { return context_ != EGL_NO_CONTEXT; }

  private:
    EGLDisplay display_ = eglGetCurrentDisplay();
    EGLSurface draw_ = eglGetCurrentSurface(EGL_DRAW), read_ = eglGetCurrentSurface(EGL_READ);
    EGLContext context_ = eglGetCurrentContext();
};

enum class Robustness { tells_resets, robust, none };

std::vector<EGLint> context_attributes(bool debug, Robustness wanted) {
    std::vector<EGLint> list{EGL_CONTEXT_MAJOR_VERSION,       4,
                             EGL_CONTEXT_MINOR_VERSION,       5,
                             EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
    if (debug) list.insert(list.end(), {EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE});
    if (wanted != Robustness::none) list.insert(list.end(), {EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE});
    if (wanted == Robustness::tells_resets)
        list.insert(list.end(), {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET});
    list.push_back(EGL_NONE);
    return list;
}

class HeadlessContext : public Context {
  public:
    HeadlessContext(const Platform& platform, const ContextOptions& options) {
        open_display(platform);
        try {
            make_current(options.debug);
            adopt([](const char* name) { return reinterpret_cast<void*>(eglGetProcAddress(name)); }, options,
                  true);
        } catch (...) {
            close();
            throw;
        }
    }
    ~HeadlessContext() override { close(); }

    /// Returns the EGL device of the display, or none if EGL does not report it.
    EGLDeviceEXT device() const {
        const auto query = egl_function<PFNEGLQUERYDISPLAYATTRIBEXTPROC>("eglQueryDisplayAttribEXT");
        EGLAttrib device = 0;
        if (query == nullptr || query(display_, EGL_DEVICE_EXT, &device) == EGL_FALSE)
            return EGL_NO_DEVICE_EXT;
        return std::bit_cast<EGLDeviceEXT>(device);
    }

  private:
    void open_display(const Platform& platform) {
        keep_freed_memory();
        const auto get_display = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
        if (get_display == nullptr) absent("this EGL has no EGL_EXT_platform_base");
        void* native = platform.kind == EGL_PLATFORM_DEVICE_EXT ? platform.device : EGL_DEFAULT_DISPLAY;
        display_ = get_display(platform.kind, native, nullptr);
        if (display_ == EGL_NO_DISPLAY || eglInitialize(display_, nullptr, nullptr) == EGL_FALSE)
            absent("EGL could not open the device (error 0x{:x})", eglGetError());
    }

    void make_current(bool debug) {
        eglBindAPI(EGL_OPENGL_API);
        const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        eglChooseConfig(display_, wanted, &config, 1, &count);
        if (count == 0) config = EGL_NO_CONFIG_KHR;
        for (const auto& attributes : {context_attributes(debug, Robustness::tells_resets),
                                       context_attributes(debug, Robustness::robust),
                                       context_attributes(debug, Robustness::none), any_version}) {
            context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, attributes.data());
            if (context_ != EGL_NO_CONTEXT) break;
        }
        if (context_ == EGL_NO_CONTEXT) absent("the device offers no OpenGL context");
        if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_FALSE)
            absent("EGL could not make a context current without a surface (error 0x{:x})", eglGetError());
    }

    void close() {
        if (display_ == EGL_NO_DISPLAY) return;
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
        if (!previous_.exists()) eglTerminate(display_);  // would end the other display too
        display_ = EGL_NO_DISPLAY;
        previous_.restore();
    }

    // An older OpenGL is accepted here, so that adopt() can name the version that was found.
    inline static const std::vector<EGLint> any_version{EGL_NONE};

    CurrentContext previous_;
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
};

/// A device, and the EGL handle that tells it from others.
struct Described {
    Device device;
    EGLDeviceEXT identity = EGL_NO_DEVICE_EXT;  // none: unknown
};

Described describe(const Platform& platform, int index) {
    Described described;
    Device& device = described.device;
    device.index = index;
    device.cuda_device = platform.cuda_device;
    try {
        const HeadlessContext context(platform, ContextOptions());
        device.name = context.facts().renderer;
        device.version = context.facts().version;
        device.usable = true;
        described.identity = context.device();
    } catch (const Error& error) {
        device.name = error.what();
    }
    return described;
}

/// Lists each device once: the surfaceless platform may open one of the others again. The indices are those
/// of the platforms, so that a device keeps its number.
std::vector<Device> each_once(const std::vector<Platform>& all) {
    std::vector<Device> devices;
    std::vector<EGLDeviceEXT> seen;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto [device, identity] = describe(all[i], static_cast<int>(i));
        if (identity != EGL_NO_DEVICE_EXT && std::find(seen.begin(), seen.end(), identity) != seen.end())
            continue;
        seen.push_back(identity);
        devices.push_back(device);
    }
    return devices;
}

/// Returns the index of the platform that was asked for by index or by part of its device's name.
std::size_t choose(const std::vector<Platform>& all, const std::string& wanted) {
    std::size_t index = all.size();
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
    const bool is_number = error == std::errc{} && end == wanted.data() + wanted.size();
    if (is_number && index < all.size()) return index;
    std::vector<std::string> names;
    for (const Device& device : each_once(all)) {
        if (!is_number && device.usable && device.name.find(wanted) != std::string::npos)
            return static_cast<std::size_t>(device.index);
        names.push_back(fmt::format("{}: {}", device.index, device.name));
    }
    bad_input("--device {}: no such device; this machine has {}", wanted, fmt::join(names, ", "));
}

}  // namespace

std::unique_ptr<Context> make_headless(const ContextOptions& options) {
    const auto all = platforms();
    if (!options.device.empty())
        return std::make_unique<HeadlessContext>(all[choose(all, options.device)], options);
    std::string first_failure;
    for (const Platform& platform : all) {
        try {
            return std::make_unique<HeadlessContext>(platform, options);
        } catch (const Error& error) {
            if (first_failure.empty()) first_failure = error.what();
        }
    }
    absent("no OpenGL 4.5 device can be opened without a window: {}", first_failure);
}

std::vector<Device> list_devices() {
    return each_once(platforms());
}

}  // namespace winnow::gl
