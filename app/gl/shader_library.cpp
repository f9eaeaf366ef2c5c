#include <glad/gl.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>

#include "base/embedded.h"
#include "base/error.h"
#include "base/file_watch.h"
#include "gl/program.h"
#include "gl/program_state.h"
#include "gl/shader_source.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_shaders;

namespace winnow::gl {
namespace {

/// A shader or program object while it is being built.
struct Built {
    unsigned program = 0;
    std::vector<ShaderError> errors;
};

GLenum gl_stage(Stage stage) {
    switch (stage) {
        case Stage::vertex:
            return GL_VERTEX_SHADER;
        case Stage::fragment:
            return GL_FRAGMENT_SHADER;
        case Stage::compute:
            break;
    }
    return GL_COMPUTE_SHADER;
}

std::string shader_log(unsigned shader) {
    GLint length = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    glGetShaderInfoLog(shader, length, nullptr, log.data());
    return log.c_str();
}

std::string program_log(unsigned program) {
    GLint length = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    glGetProgramInfoLog(program, length, nullptr, log.data());
    return log.c_str();
}

void compile_into(Built& built, Stage stage, const std::string& path, const Defines& defines,
                  const ShaderLibrary& library) {
    const ExpandedSource source =
        expand(path, defines, [&](const std::string& file) { return library.read(file); });
    const unsigned shader = glCreateShader(gl_stage(stage));
    const char* text = source.text.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == 0) {
        const auto errors = locate_errors(shader_log(shader), source.files);
        built.errors.insert(built.errors.end(), errors.begin(), errors.end());
    }
    glAttachShader(built.program, shader);
    glDeleteShader(shader);  // lives on while attached
}

void link(Built& built, const ProgramSource& source) {
    glLinkProgram(built.program);
    GLint linked = 0;
    glGetProgramiv(built.program, GL_LINK_STATUS, &linked);
    if (linked == 0) built.errors.push_back({source.stages.front().second, 0, program_log(built.program)});
}

/// Either a program, or errors and no program.
Built build(const ProgramSource& source, const ShaderLibrary& library) {
    Built built;
    built.program = glCreateProgram();
    try {
        for (const auto& [stage, path] : source.stages)
            compile_into(built, stage, path, source.defines, library);
    } catch (const Error& error) {
        built.errors.push_back({source.stages.front().second, 0, error.what()});
    }
    if (built.errors.empty()) link(built, source);
    if (!built.errors.empty()) {
        glDeleteProgram(built.program);
        built.program = 0;
        return built;
    }
    glObjectLabel(GL_PROGRAM, built.program, static_cast<GLsizei>(source.label.size()), source.label.data());
    return built;
}

std::string describe(const ShaderError& error) {
    return fmt::format("shaders/{}:{}: {}", error.file, error.line, error.text);
}

}  // namespace

class ShaderLibrary::Watch {
  public:
    explicit Watch(const std::filesystem::path& directory) : files(directory) {}
    FileWatch files;
};

ShaderLibrary::ShaderLibrary(std::filesystem::path directory) : directory_(std::move(directory)) {
    if (directory_.empty()) return;
    if (!std::filesystem::is_directory(directory_))
        bad_input("--shaders {}: not a directory", directory_.string());
    watch_ = std::make_unique<Watch>(directory_);
}

ShaderLibrary::~ShaderLibrary() = default;

std::string ShaderLibrary::read(const std::string& path) const {
    if (directory_.empty()) {
        for (const EmbeddedFile& file : winnow_embedded_shaders)
            if (file.path == path) return std::string(file.contents);
        bad_input("shaders/{} does not exist", path);
    }
    std::ifstream file(directory_ / path, std::ios::binary);
    if (!file) bad_input("{} cannot be read", (directory_ / path).string());
    return {std::istreambuf_iterator<char>(file), {}};
}

Program ShaderLibrary::load(ProgramSource source) {
    const Built built = build(source, *this);
    if (built.program == 0)
        fail(directory_.empty() ? ExitStatus::check_failed : ExitStatus::bad_input, "{}",
             describe(built.errors.front()));
    auto state = std::make_shared<Program::State>();
    state->name = built.program;
    state->source = std::move(source);
    std::erase_if(programs_, [](const auto& program) { return program.expired(); });
    programs_.push_back(state);
    return Program(std::move(state));
}

Program ShaderLibrary::load_compute(std::string path, Defines defines) {
    std::string label = path;
    return load({std::move(label), {{Stage::compute, std::move(path)}}, std::move(defines)});
}

bool ShaderLibrary::poll() {
    if (!watch_ || !watch_->files.poll()) return false;
    errors_.clear();
    for (const auto& weak : programs_) {
        const auto state = weak.lock();
        if (!state) continue;
        const Built built = build(state->source, *this);
        if (built.program == 0) {
            errors_.insert(errors_.end(), built.errors.begin(), built.errors.end());
            continue;
        }
        glDeleteProgram(state->name);
        state->name = built.program;
        state->locations.clear();
    }
    for (const ShaderError& error : errors_) fmt::print(stderr, "{}\n", describe(error));
    return true;
}

}  // namespace winnow::gl
