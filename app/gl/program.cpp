#include "gl/program.h"

#include <glad/gl.h>

#include <algorithm>
#include <bit>
#include <glm/gtc/type_ptr.hpp>

#include "gl/program_state.h"
#include "gl/shader_source.h"
#include "shaders/shared.h"

namespace winnow::gl {

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

/// Setting a uniform to the value that it has is a call for nothing, and scans of a few elements set a dozen.
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

}  // namespace winnow::gl
