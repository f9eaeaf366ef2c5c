#include "gl/program.h"

#include <glad/gl.h>

#include <algorithm>
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

int Program::State::location(const char* uniform) {
    const auto known = locations.find(uniform);
    if (known != locations.end()) return known->second;
    const int found = glGetUniformLocation(name, uniform);
    locations.emplace(uniform, found);
    return found;
}

void Program::use() const {
    glUseProgram(state_->name);
}
unsigned Program::name() const {
    return state_->name;
}

void Program::set(const char* uniform, std::uint32_t value) const {
    glProgramUniform1ui(state_->name, state_->location(uniform), value);
}
void Program::set(const char* uniform, std::int32_t value) const {
    glProgramUniform1i(state_->name, state_->location(uniform), value);
}
void Program::set(const char* uniform, float value) const {
    glProgramUniform1f(state_->name, state_->location(uniform), value);
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
