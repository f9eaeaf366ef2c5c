#include "gl/program.h"

#include <glad/gl.h>
#include <glm/gtc/type_ptr.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/embedded.h"
#include "base/error.h"
#include "base/file_watch.h"
#include "base/input_file.h"
#include "base/message.h"
#include "gl/program_build.h"
#include "shaders/shared.h"

extern const std::span<const winnow::EmbeddedFile> winnow_embedded_shaders;

namespace winnow::gl {

/// The state behind a Program handle; only the shader library uses it.
struct Program::State {
    ShaderLibrary* library = nullptr;
    ProgramSource source;
    std::string text;             // the expanded text of all stages, from which `name` was built
    std::set<std::string> files;  // that the text comes from
    unsigned name = 0;
    std::optional<Build> build;  // until the driver has been asked for its outcome
    std::vector<ShaderError> errors;
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

constexpr std::uint64_t max_bytes = std::uint64_t{16} << 20;  // the largest shader file

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
    if (build) glDeleteProgram(build->program);
}

Program::State& Program::built() const {
    if (state_->build || !state_->errors.empty()) state_->library->finish(*state_);
    return *state_;
}

bool Program::is_built() const {
    return state_->errors.empty() && !state_->build;
}

bool Program::is_being_built() const {
    return state_->build && !is_compiled(*state_->build);
}

void Program::take_over() const {
    if (state_->build) state_->library->conclude(*state_);
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
    glUseProgram(built().name);
}
unsigned Program::name() const {
    return built().name;
}

void Program::set(const char* uniform, std::uint32_t value) const {
    State& state = built();
    auto& known = state.uniform(uniform);
    if (state.changes(known, value)) glProgramUniform1ui(state.name, known.location, value);
}
void Program::set(const char* uniform, std::int32_t value) const {
    State& state = built();
    auto& known = state.uniform(uniform);
    if (state.changes(known, std::bit_cast<std::uint32_t>(value)))
        glProgramUniform1i(state.name, known.location, value);
}
void Program::set(const char* uniform, float value) const {
    State& state = built();
    auto& known = state.uniform(uniform);
    if (state.changes(known, std::bit_cast<std::uint32_t>(value)))
        glProgramUniform1f(state.name, known.location, value);
}
void Program::set(const char* uniform, glm::vec2 value) const {
    State& state = built();
    glProgramUniform2fv(state.name, state.location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, glm::uvec2 value) const {
    State& state = built();
    glProgramUniform2uiv(state.name, state.location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, glm::vec3 value) const {
    State& state = built();
    glProgramUniform3fv(state.name, state.location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, glm::vec4 value) const {
    State& state = built();
    glProgramUniform4fv(state.name, state.location(uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, const glm::mat4& value) const {
    State& state = built();
    glProgramUniformMatrix4fv(state.name, state.location(uniform), 1, GL_FALSE, glm::value_ptr(value));
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

ShaderLibrary::ShaderLibrary(std::filesystem::path directory, Defines everywhere)
    : directory_(std::move(directory)), everywhere_(std::move(everywhere)) {
    if (directory_.empty()) return;
    std::error_code error;
    const auto status = std::filesystem::status(directory_, error);
    if (!std::filesystem::is_directory(status))
        bad_input("--shaders {}: {}", directory_.string(), error ? error.message() : "not a directory");
    watch_ = std::make_unique<Watch>(directory_);
}

ShaderLibrary::~ShaderLibrary() = default;

void ShaderLibrary::provide(const std::string& path, std::string text, std::string origin) {
    provided_.try_emplace(path, Provided{std::move(text), std::move(origin)});
}

void ShaderLibrary::forget_provided() {
    if (provided_.size() <= max_provided_) return;
    std::set<std::string> used;
    for (const auto& program : programs_)
        if (const auto state = program.lock()) used.insert(state->files.begin(), state->files.end());
    std::erase_if(provided_, [&](const auto& entry) { return !used.contains(entry.first); });
    max_provided_ = std::max(max_provided_, 2 * provided_.size());
}

std::string ShaderLibrary::place(const std::string& path) const {
    if (const auto found = provided_.find(path); found != provided_.end())
        return found->second.origin.empty() ? path : found->second.origin;
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
    if (const auto found = provided_.find(path); found != provided_.end()) return found->second.text;
    if (directory_.empty()) {
        for (const EmbeddedFile& file : winnow_embedded_shaders)
            if (file.path == path) return std::string(file.contents());
        throw UnreadableFile(place(path), "does not exist");
    }
    return read_text_file(place(path), max_bytes);
}

std::shared_ptr<Program::State> ShaderLibrary::find_equal(const ProgramSource& source,
                                                          const std::string& text) const {
    for (const auto& program : programs_)
        if (auto state = program.lock();
            state && state->errors.empty() && state->source.stages == source.stages && state->text == text)
            return state;
    return nullptr;
}

Program ShaderLibrary::load(ProgramSource source) {
    ++loads_;
    Sources sources = read_sources_of(source);
    std::string text = sources.text();
    auto state = find_equal(source, text);
    if (!state) {
        state = std::make_shared<Program::State>();
        state->library = this;
        state->files = sources.files();
        state->build = begin_build(source, std::move(sources));
        state->text = std::move(text);
        state->source = std::move(source);
        std::erase_if(programs_, [](const auto& program) { return program.expired(); });
        programs_.push_back(state);
        begun_.push_back(state);
        if (keeps_) kept_.push_back(state);
        release_old();
    }
    if (building_ == nullptr)
        finish(*state);
    else if (state->build)
        building_->begun_.push_back(state);
    return Program(std::move(state));
}

Sources ShaderLibrary::read_sources_of(const ProgramSource& source) const {
    try {
        return read_sources(source, everywhere_, [this](const std::string& path) { return read(path); });
    } catch (const SourceError& error) {
        refuse({error.where()});
    }
}

/// Asks the driver for the outcome.
void ShaderLibrary::conclude(Program::State& state) {
    const auto build = std::exchange(state.build, {});
    state.errors = finish_build(*build, state.source.label);
    if (state.errors.empty()) state.name = build->program;
    std::erase_if(begun_, [](const auto& one) { return one.expired() || !one.lock()->build; });
}

/// NVIDIA's driver compiles in threads of its own, but the last part of its work waits until it is asked for
/// the outcome, and takes as long. So other programs are concluded while this one is being compiled: the
/// first frame of the fountain then comes 0.4 s sooner.
void ShaderLibrary::finish(Program::State& state) {
    constexpr std::chrono::microseconds pause{200};
    while (state.build && !is_compiled(*state.build)) {
        const auto next = std::ranges::find_if(begun_, [](const auto& one) {
            const auto other = one.lock();
            return other && other->build && is_compiled(*other->build);
        });
        if (next == begun_.end())
            std::this_thread::sleep_for(pause);
        else
            conclude(*next->lock());
    }
    if (state.build) conclude(state);
    if (!state.errors.empty()) refuse(state.errors);
}

void ShaderLibrary::refuse(const std::vector<ShaderError>& errors) const {
    const bool is_ours = directory_.empty() && !provided_.contains(errors.front().file);
    fail(is_ours ? ExitStatus::check_failed : ExitStatus::bad_input, "{}", describe(errors.front()));
}

ShaderLibrary::Building::Building(ShaderLibrary& library) : library_(library) {
    if (library_.building_ == nullptr) library_.building_ = this;
}

ShaderLibrary::Building::~Building() {
    if (library_.building_ == this) library_.building_ = nullptr;
}

void ShaderLibrary::Building::finish() {
    for (const auto& one : std::exchange(begun_, {}))
        if (const auto state = one.lock()) library_.finish(*state);
}

std::vector<Program> ShaderLibrary::Building::begun() const {
    std::vector<Program> programs;
    for (const auto& one : begun_)
        if (auto state = one.lock()) programs.push_back(Program(std::move(state)));
    return programs;
}

std::size_t ShaderLibrary::building() const {
    return static_cast<std::size_t>(std::ranges::count_if(begun_, [](const auto& one) {
        const auto state = one.lock();
        return state && state->build && !is_compiled(*state->build);
    }));
}

void ShaderLibrary::begin_like(const Defines& now, const Defines& next) {
    const Building building(*this);
    for (const auto& one : std::vector(programs_)) {
        const auto state = one.lock();
        if (!state) continue;
        ProgramSource source = state->source;
        std::size_t replaced = 0;
        for (std::size_t i = 0; i < now.size(); ++i)
            for (auto& define : source.defines)
                if (define == now[i]) define = next[i], ++replaced;
        if (replaced == now.size()) load(std::move(source));
    }
}

/// The oldest programs that nobody else holds.
void ShaderLibrary::release_old() {
    std::size_t over = kept_.size() - std::min(kept_.size(), max_kept);
    std::erase_if(kept_,
                  [&](const auto& program) { return over > 0 && program.use_count() == 1 && over-- > 0; });
}

Program ShaderLibrary::load_compute(std::string path, Defines defines) {
    std::string label = path;
    return load({std::move(label), {{ShaderStage::compute, std::move(path)}}, std::move(defines)});
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
    std::vector<ShaderError> errors;
    bool is_new = false;
    try {
        Sources sources =
            read_sources(state.source, everywhere_, [this](const std::string& path) { return read(path); });
        std::string text = sources.text();
        if (text == state.text) return false;
        state.files = sources.files();
        const Build build = begin_build(state.source, std::move(sources));
        errors = finish_build(build, state.source.label);
        is_new = errors.empty();
        if (is_new) {
            if (const auto old = std::exchange(state.build, {})) glDeleteProgram(old->program);
            glDeleteProgram(state.name);
            state.name = build.program;
            state.text = std::move(text);
            state.uniforms.clear();
            state.errors.clear();
        }
    } catch (const SourceError& error) {
        errors = {error.where()};
    }
    add_errors(errors_, errors);
    return is_new;
}

}  // namespace winnow::gl
