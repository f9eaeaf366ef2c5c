#include "gl/program.h"

#include <glad/gl.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/embedded.h"
#include "base/error.h"
#include "base/file_watch.h"
#include "base/input_file.h"
#include "base/message.h"
#include "gl/debug.h"
#include "gl/fence.h"
#include "gl/shader_source.h"
#include "shaders/shared.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_shaders;

namespace winnow::gl {

/// The state behind a Program handle; only the shader library uses it.
struct Program::State {
    ProgramSource source;
    std::string text;  // the expanded text of all stages, from which `name` was built
    unsigned name = 0;
    /// The location of a uniform, and its 32-bit value if it was set to one.
    struct Uniform {
        int location = -1;  // -1: the program does not use it
        std::optional<std::uint32_t> word;
    };
    std::unordered_map<std::string, Uniform> uniforms;

    State() = default;
    State(const State&) = delete;
    ~State();
    Uniform& uniform(const char* name);
    int location(const char* uniform_name) { return uniform(uniform_name).location; }
    /// Returns true if the uniform must be set to the word, and from then on assumes that it has that value.
    bool changes(Uniform& uniform, std::uint32_t word) const;
};

namespace {

constexpr std::uint64_t most_bytes = std::uint64_t{16} << 20;  // the largest shader file

/// The complete sources of a program, one per stage.
struct Sources {
    std::vector<ExpandedSource> stages;
    std::string text() const {
        std::string all;
        for (const ExpandedSource& stage : stages) all += stage.text;
        return all;
    }
};

/// Either a program, or errors and no program.
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

/// Returns nothing, and puts the error into `built`, if a file is missing.
std::optional<Sources> expand_all(Built& built, const ProgramSource& source, const ShaderLibrary& library) {
    Sources sources;
    for (const auto& [stage, path] : source.stages) {
        try {
            sources.stages.push_back(
                expand(path, source.defines, [&](const std::string& file) { return library.read(file); }));
        } catch (const SourceError& error) {
            built.errors.push_back(error.where());
            return std::nullopt;
        } catch (const UnreadableFile& missing) {
            built.errors.push_back({path, 0, missing.reason()});
            return std::nullopt;
        }
    }
    return sources;
}

void compile_into(Built& built, Stage stage, const ExpandedSource& source) {
    const unsigned shader = glCreateShader(gl_stage(stage));
    const char* text = source.text.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == 0) {
        const auto errors = locate_errors(shader_log(shader), source);
        built.errors.insert(built.errors.end(), errors.begin(), errors.end());
    }
    glAttachShader(built.program, shader);
    glDeleteShader(shader);  // it lives on while attached
}

void link(Built& built, const ExpandedSource& first) {
    glLinkProgram(built.program);
    GLint linked = 0;
    glGetProgramiv(built.program, GL_LINK_STATUS, &linked);
    if (linked == 0) built.errors = locate_errors(program_log(built.program), first);
}

Built build(const ProgramSource& source, const Sources& sources) {
    Built built;
    built.program = glCreateProgram();
    for (std::size_t i = 0; i < sources.stages.size(); ++i)
        compile_into(built, source.stages[i].first, sources.stages[i]);
    if (built.errors.empty()) link(built, sources.stages.front());
    if (!built.errors.empty()) {
        require_context();  // a lost context compiles nothing
        glDeleteProgram(built.program);
        built.program = 0;
        return built;
    }
    label_object(GL_PROGRAM, built.program, source.label);
    return built;
}

/// Adds the errors that are not in `all` yet: programs share their includes, and so their errors.
void add_errors(std::vector<ShaderError>& all, const std::vector<ShaderError>& more) {
    for (const ShaderError& error : more)
        if (std::find(all.begin(), all.end(), error) == all.end()) all.push_back(error);
}

}  // namespace

Groups Groups::over(std::uint64_t elements, std::uint32_t per_group) {
    const std::uint64_t groups = (elements + per_group - 1) / per_group;
    if (groups <= shared::FOLDED_GROUPS) return {static_cast<std::uint32_t>(groups), 1, 1};
    const std::uint64_t rows = (groups + shared::FOLDED_GROUPS - 1) / shared::FOLDED_GROUPS;
    return {shared::FOLDED_GROUPS, static_cast<std::uint32_t>(rows), 1};
}

Program::State::~State() {
    if (name != 0) glDeleteProgram(name);
}

Program::State::Uniform& Program::State::uniform(const char* uniform_name) {
    const auto known = uniforms.find(uniform_name);
    if (known != uniforms.end()) return known->second;
    return uniforms.emplace(uniform_name, Uniform{glGetUniformLocation(name, uniform_name), {}})
        .first->second;
}

/// Setting a uniform to its present value wastes a call, and scans of a few elements set a dozen.
bool Program::State::changes(Uniform& uniform, std::uint32_t word) const {
    if (uniform.location < 0 || uniform.word == word) return false;
    uniform.word = word;
    return true;
}

void Program::use() const {
    glUseProgram(state_->name);
}
unsigned Program::name() const {
    return state_->name;
}

void Program::set(const char* uniform, std::uint32_t value) const {
    auto& known = state_->uniform(uniform);
    if (state_->changes(known, value)) glProgramUniform1ui(state_->name, known.location, value);
}
void Program::set(const char* uniform, std::int32_t value) const {
    auto& known = state_->uniform(uniform);
    if (state_->changes(known, std::bit_cast<std::uint32_t>(value)))
        glProgramUniform1i(state_->name, known.location, value);
}
void Program::set(const char* uniform, float value) const {
    auto& known = state_->uniform(uniform);
    if (state_->changes(known, std::bit_cast<std::uint32_t>(value)))
        glProgramUniform1f(state_->name, known.location, value);
}
void Program::set(const char* uniform, glm::vec2 value) const {
    glProgramUniform2fv(state_->name, state_->location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, glm::vec3 value) const {
    glProgramUniform3fv(state_->name, state_->location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, glm::vec4 value) const {
    glProgramUniform4fv(state_->name, state_->location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, const glm::mat4& value) const {
    glProgramUniformMatrix4fv(state_->name, state_->location(uniform), 1, GL_FALSE, glm::value_ptr(value));
}

void Program::dispatch(Groups groups) const {
    if (groups.x == 0 || groups.y == 0 || groups.z == 0) return;
    use();
    glDispatchCompute(groups.x, groups.y, groups.z);
}

void Program::dispatch_indirect(const Buffer& arguments, std::uint64_t byte_offset) const {
    use();
    arguments.bind_dispatch_indirect();
    glDispatchComputeIndirect(static_cast<GLintptr>(byte_offset));
}

class ShaderLibrary::Watch {
  public:
    explicit Watch(const std::filesystem::path& directory) : files(directory) {}
    FileWatch files;
};

ShaderLibrary::ShaderLibrary(std::filesystem::path directory) : directory_(std::move(directory)) {
    if (directory_.empty()) return;
    std::error_code error;
    const auto status = std::filesystem::status(directory_, error);
    if (!std::filesystem::is_directory(status))
        bad_input("--shaders {}: {}", directory_.string(), error ? error.message() : "not a directory");
    watch_ = std::make_unique<Watch>(directory_);
}

ShaderLibrary::~ShaderLibrary() = default;

std::string ShaderLibrary::place(const std::string& path) const {
    return directory_.empty() ? "shaders/" + path : (directory_ / path).string();
}

std::string ShaderLibrary::describe(const ShaderError& error) const {
    if (error.line == 0) return fmt::format("{}: {}", place(error.file), error.text);
    return fmt::format("{}:{}: {}", place(error.file), error.line, error.text);
}

std::vector<std::string> shader_paths() {
    std::vector<std::string> paths;
    for (const EmbeddedFile& file : winnow_embedded_shaders) paths.emplace_back(file.path);
    return paths;
}

std::string ShaderLibrary::read(const std::string& path) const {
    if (directory_.empty()) {
        for (const EmbeddedFile& file : winnow_embedded_shaders)
            if (file.path == path) return std::string(file.contents);
        throw UnreadableFile(place(path), "does not exist");
    }
    return read_file(place(path), most_bytes);
}

std::shared_ptr<Program::State> ShaderLibrary::find_equal(const ProgramSource& source,
                                                          const std::string& text) const {
    for (const auto& program : programs_)
        if (auto state = program.lock();
            state && state->source.stages == source.stages && state->text == text)
            return state;
    return nullptr;
}

Program ShaderLibrary::load(ProgramSource source) {
    Built built;
    const auto sources = expand_all(built, source, *this);
    if (sources && keeps_)
        if (auto known = find_equal(source, sources->text())) return Program(std::move(known));
    if (sources) built = build(source, *sources);
    if (built.program == 0)
        fail(directory_.empty() ? ExitStatus::check_failed : ExitStatus::bad_input, "{}",
             describe(built.errors.front()));
    auto state = std::make_shared<Program::State>();
    state->name = built.program;
    state->text = sources->text();
    state->source = std::move(source);
    std::erase_if(programs_, [](const auto& program) { return program.expired(); });
    programs_.push_back(state);
    if (keeps_) kept_.push_back(state);
    return Program(std::move(state));
}

Program ShaderLibrary::load_compute(std::string path, Defines defines) {
    std::string label = path;  // with the value of PASS, if a file holds several kernels
    for (const auto& [name, value] : defines)
        if (name == "PASS") label += ": " + value;
    return load({std::move(label), {{Stage::compute, std::move(path)}}, std::move(defines)});
}

bool ShaderLibrary::poll() {
    if (!watch_ || !watch_->files.poll()) return false;
    const std::vector<ShaderError> known = std::exchange(errors_, {});
    std::erase_if(kept_, [](const auto& program) { return program.use_count() == 1; });
    bool rebuilt = false;
    for (const auto& weak : programs_)
        if (const auto state = weak.lock()) rebuilt |= rebuild(*state);
    for (const ShaderError& error : errors_)
        if (std::find(known.begin(), known.end(), error) == known.end())
            print_lines(stderr, describe(error) + '\n');
    return rebuilt || errors_ != known;
}

bool ShaderLibrary::rebuild(Program::State& state) {
    Built built;
    const auto sources = expand_all(built, state.source, *this);
    if (sources) {
        std::string text = sources->text();
        if (text == state.text) return false;
        built = build(state.source, *sources);
        if (built.program != 0) {
            glDeleteProgram(state.name);
            state.name = built.program;
            state.text = std::move(text);
            state.uniforms.clear();
        }
    }
    add_errors(errors_, built.errors);
    return built.program != 0;
}

}  // namespace winnow::gl
