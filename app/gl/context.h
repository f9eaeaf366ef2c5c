// OpenGL 4.5 core contexts, with a window or headless, and the facts and limits of their devices.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::gl {

/// The size of a drawing target: a window or a texture.
struct Size {
    int width = 0, height = 0;  // in pixels
    bool operator==(const Size&) const = default;
};

struct Limits {
    std::uint64_t storage_block_bytes = 0;
    std::uint32_t groups_per_dimension = 0;
    std::uint32_t group_threads = 0;
    std::uint32_t group_shared_bytes = 0;
    /// Invocations per subgroup, if compute shaders support its basic operations, ballots and shuffles and
    /// the driver is known to keep that size; otherwise 0.
    std::uint32_t subgroup_size = 0;
};

struct Facts {
    std::string vendor, renderer, version;
    int major = 0, minor = 0;
    bool software = false;  // rendered by a CPU (llvmpipe and the like): timestamps of compute are useless
    bool nvidia = false;    // the vendor is NVIDIA, so CUDA interop may be possible
    bool robust = false;    // robust access was granted
    bool debug = false;
    bool headless = false;
    Limits limits;
    std::vector<std::string> extensions;  // sorted

    bool has(std::string_view extension) const;
    /// Returns the free device memory, if the driver reports it (system memory for software renderers).
    std::optional<std::uint64_t> free_bytes() const;
};

/// Returns true if a CPU renders, as the first context told: a process has one driver.
bool is_software();

/// Loads OpenGL's functions through `loader` and reads the facts of the current context; `debug` and
/// `headless` stay false. Throws Error(absent) below OpenGL 4.5, and if a limit is lower than the scans need;
/// the message names what was found.
Facts load_facts(void* (*loader)(const char*));
/// Lets the driver build programs beside each other, on as many threads as the context allows, unless it
/// allows none: NVIDIA's builds one after the other until a program has said how many.
void build_programs_in_parallel();

struct ContextOptions {
    bool debug = false;        // enables debug output: the driver's messages are printed, errors are counted
    std::string device;        // headless: index or part of the name among list_devices(); empty: the first
    bool errors_only = false;  // prints only errors among the messages
};

/// Current on the thread that made it until it is destroyed. A context made while another is current replaces
/// it until then; contexts must be destroyed in the reverse order of their creation.
class Context {
  public:
    virtual ~Context() = default;
    const Facts& facts() const { return facts_; }

  protected:
    /// Calls load_facts(), checks the limits that a simulation needs, and starts debug output if it is
    /// wanted.
    void adopt(void* (*loader)(const char*), const ContextOptions& options, bool headless);
    Facts facts_;
};

/// Opens the first EGL device that works (CUDA devices first), otherwise surfaceless Mesa. Throws
/// Error(absent) if none works, Error(bad_input) for an unknown device.
std::unique_ptr<Context> make_headless(const ContextOptions& options = {});

struct Device {
    int index = 0;
    std::string name;  // renderer string, or the reason why it could not be opened
    std::string version;
    std::optional<int> cuda_device;  // ordinal of the same device in CUDA
    bool usable = false;
};
std::vector<Device> list_devices();

}  // namespace winnow::gl
