#include "gl/context.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <map>

#include "base/error.h"
#include "base/free_memory.h"
#include "gl/debug.h"
#include "gl/limits.h"

namespace winnow::gl {
namespace {

std::string gl_string(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "?";
}

std::uint32_t get_unsigned(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return static_cast<std::uint32_t>(value);
}

Limits read_limits() {
    GLint64 block = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
    GLint groups = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &groups);
    return {static_cast<std::uint64_t>(block), static_cast<std::uint32_t>(groups),
            get_unsigned(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS),
            get_unsigned(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE), 0};
}

/// Returns 0 unless compute shaders have all the subgroup operations that the scans need. Some compilers
/// (Intel's) run a program with smaller subgroups than the driver reports, so only drivers that are known to
/// keep the reported size are trusted.
std::uint32_t read_subgroup_size(const Facts& facts) {
    constexpr GLuint wanted = GL_SUBGROUP_FEATURE_BASIC_BIT_KHR | GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR |
                              GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR |
                              GL_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT_KHR;
    const bool keeps_size = facts.nvidia || facts.software;
    if (!keeps_size || !facts.has("GL_KHR_shader_subgroup")) return 0;
    const bool in_compute = get_unsigned(GL_SUBGROUP_SUPPORTED_STAGES_KHR) & GL_COMPUTE_SHADER_BIT;
    const bool all = (get_unsigned(GL_SUBGROUP_SUPPORTED_FEATURES_KHR) & wanted) == wanted;
    return in_compute && all ? get_unsigned(GL_SUBGROUP_SIZE_KHR) : 0;
}

std::vector<std::string> read_extensions() {
    std::vector<std::string> names(get_unsigned(GL_NUM_EXTENSIONS));
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
    std::sort(names.begin(), names.end());
    return names;
}

/// One loading of OpenGL's functions.
struct Loading {
    void* (*loader)(const char*);
    std::string missing;  // the first function that the loader does not find, of no extension
};

/// Extensions end the names of their functions in capitals, such as ARB. Functions of OpenGL itself end in
/// one at most, as glTexImage2D does.
bool is_of_an_extension(std::string_view function) {
    const auto is_capital = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
    return function.size() >= 2 && is_capital(function.back()) && is_capital(function[function.size() - 2]);
}

/// Asks the loader for a function. The addresses serve all contexts of the process, so one that is missing
/// now keeps its last address for the contexts before it.
GLADapiproc load_function(void* loading, const char* name) {
    static std::map<std::string, GLADapiproc> last_known;
    auto& [loader, missing] = *static_cast<Loading*>(loading);
    const auto found = reinterpret_cast<GLADapiproc>(loader(name));
    if (found != nullptr) return last_known[name] = found;
    if (missing.empty() && !is_of_an_extension(name)) missing = name;
    return last_known[name];
}

}  // namespace

bool is_software() {
    static constexpr std::array<std::string_view, 4> names{"llvmpipe", "softpipe", "swrast", "SwiftShader"};
    static const bool is_one = [] {
        const std::string renderer = gl_string(GL_RENDERER);
        return std::any_of(names.begin(), names.end(),
                           [&](std::string_view name) { return renderer.find(name) != std::string::npos; });
    }();
    return is_one;
}

bool Facts::has(std::string_view extension) const {
    return std::binary_search(extensions.begin(), extensions.end(), extension);
}

std::optional<std::uint64_t> Facts::free_bytes() const {
    if (software) return free_memory();
    GLint kib[4] = {};
    if (has("GL_NVX_gpu_memory_info"))
        glGetIntegerv(GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, kib);
    else if (has("GL_ATI_meminfo"))
        glGetIntegerv(GL_VBO_FREE_MEMORY_ATI, kib);
    else
        return std::nullopt;
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(kib[0])) * 1024;
}

Facts load_facts(void* (*loader)(const char*)) {
    Loading loading{loader, {}};
    const int version = gladLoadGLUserPtr(load_function, &loading);
    if (!loading.missing.empty())
        absent("no OpenGL 4.5 could be loaded: the loader does not find {}", loading.missing);
    if (version == 0) absent("no OpenGL could be loaded; Winnow needs OpenGL 4.5");
    const std::string found = gl_string(GL_VERSION);
    if (version < GLAD_MAKE_VERSION(4, 5)) absent("OpenGL 4.5 is needed, {} was found", found);
    require_limits(Use::scans);
    Facts facts;
    facts.vendor = gl_string(GL_VENDOR);
    facts.renderer = gl_string(GL_RENDERER);
    facts.version = found;
    facts.major = GLAD_VERSION_MAJOR(version);
    facts.minor = GLAD_VERSION_MINOR(version);
    facts.software = is_software();
    facts.nvidia = facts.vendor.find("NVIDIA") != std::string::npos;
    facts.robust = (get_unsigned(GL_CONTEXT_FLAGS) & GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT) != 0;
    facts.limits = read_limits();
    facts.extensions = read_extensions();
    facts.limits.subgroup_size = read_subgroup_size(facts);
    return facts;
}

void build_programs_in_parallel() {
    if (GLAD_GL_KHR_parallel_shader_compile == 0) return;
    GLint threads = 0;  // -1: as many as the driver likes
    glGetIntegerv(GL_MAX_SHADER_COMPILER_THREADS_KHR, &threads);
    if (threads != 0) glMaxShaderCompilerThreadsKHR(static_cast<GLuint>(threads));
}

void Context::adopt(void* (*loader)(const char*), const ContextOptions& options, bool headless) {
    facts_ = load_facts(loader);
    require_limits(Use::programs);
    facts_.headless = headless;
    build_programs_in_parallel();
    facts_.debug = options.debug;
    if (options.debug) start_debug_output(options.errors_only ? Messages::errors : Messages::all);
}

}  // namespace winnow::gl
