// An OpenGL 4.5 core context: with a window, or headless; and what it says of itself.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::gl {

/// What is drawn on: a window or a texture.
struct Size {
    int width = 0, height = 0;  // in pixels
    bool operator==(const Size&) const = default;
};

struct Limits {
    std::uint64_t storage_block_bytes = 0;
    std::uint32_t groups_per_dimension = 0;
    std::uint32_t group_threads = 0;
    std::uint32_t group_shared_bytes = 0;
    /// Invocations of a subgroup, if compute shaders have its basic operations, ballots and shuffles, and the
    /// driver is known to keep to that size; else 0.
    std::uint32_t subgroup_size = 0;
};

struct Facts {
    std::string vendor, renderer, version;
    int major = 0, minor = 0;
    bool software = false;  // a CPU renders (llvmpipe and its kin): GPU timestamps of compute mean nothing
    bool nvidia = false;    // CUDA interop is possible at all
    bool robust = false;    // robust access was granted
    bool debug = false;
    bool headless = false;
    Limits limits;
    std::vector<std::string> extensions;  // sorted

    bool has(std::string_view extension) const;
    /// Free device memory if the driver tells it (system memory for software renderers).
    std::optional<std::uint64_t> free_bytes() const;
};

/// Loads OpenGL's functions through `loader` and reads what the current context says of itself; `debug` and
/// `headless` are left false. Error(absent) below 4.5, and where a limit is lower than scans need, naming
/// what was found.
Facts load_facts(void* (*loader)(const char*));

struct ContextOptions {
    bool debug = false;        // debug output on: the driver's messages are printed, errors counted
    std::string device;        // headless: index or part of the name among list_devices(); empty: first
    bool errors_only = false;  // of the messages are printed
};

/// Current on the thread that made it until it is destroyed. One that is made while another is current takes
/// its place until then; they must end in the reverse order.
class Context {
  public:
    virtual ~Context() = default;
    const Facts& facts() const { return facts_; }

  protected:
    /// load_facts(), the limits that a simulation needs, and debug output if it is wanted.
    void adopt(void* (*loader)(const char*), const ContextOptions& options, bool headless);
    Facts facts_;
};

/// EGL on a device (NVIDIA's first, matched to CUDA later), surfaceless Mesa otherwise.
/// Error(absent) if there is none, Error(bad_input) for an unknown device.
std::unique_ptr<Context> make_headless(const ContextOptions& options = {});

struct Device {
    int index = 0;
    std::string name;  // renderer string, or why it could not be opened
    std::string version;
    std::optional<int> cuda_device;  // the ordinal of the CUDA device that this is
    bool usable = false;
};
std::vector<Device> list_devices();

}  // namespace winnow::gl
