#include "gl/program_build.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "base/input_file.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "gl/fence.h"

namespace winnow::gl {
namespace {

GLenum gl_stage(ShaderStage stage) {
    switch (stage) {
        case ShaderStage::vertex:
            return GL_VERTEX_SHADER;
        case ShaderStage::fragment:
            return GL_FRAGMENT_SHADER;
        case ShaderStage::compute:
            break;
    }
    return GL_COMPUTE_SHADER;
}

/// Returns the log of a shader or a program, whose functions are given.
std::string log_of(unsigned object, PFNGLGETSHADERIVPROC get, PFNGLGETSHADERINFOLOGPROC read) {
    GLint length = 0;
    get(object, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
    read(object, length, nullptr, log.data());
    return log.c_str();
}

}  // namespace

std::string Sources::text() const {
    std::string all;
    for (const ExpandedSource& stage : stages) all += stage.text;
    return all;
}

std::set<std::string> Sources::files() const {
    std::set<std::string> all;
    for (const ExpandedSource& stage : stages) all.insert(stage.files.begin(), stage.files.end());
    return all;
}

Sources read_sources(const ProgramSource& source, const Defines& more,
                     const std::function<std::string(const std::string&)>& read) {
    Defines defines = source.defines;
    defines.insert(defines.end(), more.begin(), more.end());
    if (is_software()) defines.emplace_back("SOFTWARE_RENDERER", "1");
    Sources sources;
    for (const auto& [stage, path] : source.stages) {
        try {
            sources.stages.push_back(expand(path, defines, read));
        } catch (const UnreadableFile& missing) {
            throw SourceError(missing.status(),
                              {path.substr(0, path.find(section_mark)), 0, missing.reason()});
        }
    }
    return sources;
}

Build begin_build(const ProgramSource& source, Sources sources) {
    Build build{glCreateProgram(), {}, std::move(sources)};
    for (std::size_t i = 0; i < build.sources.stages.size(); ++i) {
        const unsigned shader = glCreateShader(gl_stage(source.stages[i].first));
        const char* text = build.sources.stages[i].text.c_str();
        glShaderSource(shader, 1, &text, nullptr);
        glCompileShader(shader);
        glAttachShader(build.program, shader);
        glDeleteShader(shader);  // it lives on while attached
        build.shaders.push_back(shader);
    }
    glLinkProgram(build.program);
    return build;
}

bool is_compiled(const Build& build) {
    if (GLAD_GL_KHR_parallel_shader_compile == 0) return true;
    GLint done = 1;
    glGetProgramiv(build.program, GL_COMPLETION_STATUS_KHR, &done);
    return done != 0;
}

std::vector<ShaderError> finish_build(const Build& build, const std::string& label) {
    GLint fine = 0;
    glGetProgramiv(build.program, GL_LINK_STATUS, &fine);
    if (fine != 0) {
        label_object(GL_PROGRAM, build.program, label);
        return {};
    }
    std::vector<ShaderError> errors;
    for (std::size_t i = 0; i < build.shaders.size(); ++i) {
        glGetShaderiv(build.shaders[i], GL_COMPILE_STATUS, &fine);
        if (fine != 0) continue;
        const auto more = locate_errors(log_of(build.shaders[i], glGetShaderiv, glGetShaderInfoLog),
                                        build.sources.stages[i]);
        errors.insert(errors.end(), more.begin(), more.end());
    }
    if (errors.empty())
        errors = locate_errors(log_of(build.program, glGetProgramiv, glGetProgramInfoLog),
                               build.sources.stages.front());
    require_context();  // a lost context compiles nothing
    glDeleteProgram(build.program);
    return errors;
}

}  // namespace winnow::gl
