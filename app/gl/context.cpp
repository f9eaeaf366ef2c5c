#include "gl/context.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <utility>

#include "base/error.h"

namespace winnow::gl {
namespace {

DebugReport report;

const char* severity_name(GLenum type) {
    return type == GL_DEBUG_TYPE_ERROR ? "error" : "undefined behaviour";
}

void GLAPIENTRY on_message(GLenum source, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* text,
                           const void*) {
    if (source == GL_DEBUG_SOURCE_SHADER_COMPILER)
        return;  // the shader library tells it, with its true place
    if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
    ++report.errors;
    report.last = length > 0 ? std::string(text, static_cast<std::size_t>(length)) : std::string(text);
    fmt::print(stderr, "OpenGL {}: {}\n", severity_name(type), report.last);
}

std::string gl_string(GLenum name) {
    const auto* text = reinterpret_cast<const char*>(glGetString(name));
    return text != nullptr ? text : "?";
}

bool is_software(const std::string& renderer) {
    constexpr std::array<std::string_view, 4> names{"llvmpipe", "softpipe", "swrast", "SwiftShader"};
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return renderer.find(name) != std::string::npos; });
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

/// 0 unless compute shaders have all that the scans ask of subgroups. Some compilers (Intel's) run a program
/// with smaller subgroups than the driver says; only those that are known not to are believed.
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

std::optional<std::uint64_t> free_system_memory() {
    std::ifstream file("/proc/meminfo");
    std::string key, unit;
    std::uint64_t kib = 0;
    while (file >> key >> kib) {
        std::getline(file, unit);
        if (key == "MemAvailable:") return kib * 1024;
    }
    return std::nullopt;
}

void start_debug_output() {
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(on_message, nullptr);
}

}  // namespace

bool Facts::has(std::string_view extension) const {
    return std::binary_search(extensions.begin(), extensions.end(), extension);
}

std::optional<std::uint64_t> Facts::free_bytes() const {
    if (software) return free_system_memory();
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
    using Loader = GLADapiproc (*)(const char*);
    const int version = gladLoadGL(reinterpret_cast<Loader>(loader));
    if (version == 0) absent("no OpenGL could be loaded; Winnow needs OpenGL 4.5");
    const std::string found = gl_string(GL_VERSION);
    if (version < GLAD_MAKE_VERSION(4, 5)) absent("OpenGL 4.5 is needed, {} was found", found);
    Facts facts;
    facts.vendor = gl_string(GL_VENDOR);
    facts.renderer = gl_string(GL_RENDERER);
    facts.version = found;
    facts.major = GLAD_VERSION_MAJOR(version);
    facts.minor = GLAD_VERSION_MINOR(version);
    facts.software = is_software(facts.renderer);
    facts.nvidia = facts.vendor.find("NVIDIA") != std::string::npos;
    facts.robust = (get_unsigned(GL_CONTEXT_FLAGS) & GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT) != 0;
    facts.limits = read_limits();
    facts.extensions = read_extensions();
    facts.limits.subgroup_size = read_subgroup_size(facts);
    return facts;
}

void Context::adopt(void* (*loader)(const char*), bool debug, bool headless) {
    facts_ = load_facts(loader);
    facts_.headless = headless;
    facts_.debug = debug;
    if (debug) start_debug_output();
}

DebugReport debug_report() {
    return report;
}

DebugGroup::DebugGroup(std::string_view name) {
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, static_cast<GLsizei>(name.size()), name.data());
}

DebugGroup::~DebugGroup() {
    glPopDebugGroup();
}

Fence Fence::here() {
    Fence fence;
    fence.sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    return fence;
}

Fence::Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}

Fence& Fence::operator=(Fence&& other) noexcept {
    std::swap(sync_, other.sync_);
    return *this;
}

Fence::~Fence() {
    if (sync_ != nullptr) glDeleteSync(static_cast<GLsync>(sync_));
}

bool Fence::passed() const {
    if (sync_ == nullptr) return true;
    const GLenum state = glClientWaitSync(static_cast<GLsync>(sync_), GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    return state == GL_ALREADY_SIGNALED || state == GL_CONDITION_SATISFIED;
}

void Fence::wait() const {
    constexpr GLuint64 a_second = 1'000'000'000;
    if (sync_ == nullptr) return;
    while (glClientWaitSync(static_cast<GLsync>(sync_), GL_SYNC_FLUSH_COMMANDS_BIT, a_second) ==
           GL_TIMEOUT_EXPIRED) {
    }
}

void finish() {
    glFinish();
}

void flush() {
    glFlush();
}

}  // namespace winnow::gl
