// Programs, built from the files of shaders/ and rebuilt when these change.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gl/buffer.h"

namespace winnow::gl {

using Defines = std::vector<std::pair<std::string, std::string>>;  // name and value

/// An unsigned constant.
inline std::string define_number(std::uint64_t value) {
    return std::to_string(value) + 'u';
}

/// 1 or 0.
inline std::string define_flag(bool on) {
    return on ? "1" : "0";
}

/// A path below shaders/, to be included under the define's name.
inline std::string define_path(std::string_view path) {
    return '"' + std::string(path) + '"';
}

/// Work groups of a dispatch. `over` folds more than FOLDED_GROUPS groups into rows, so that no dimension
/// passes 65,535; shaders take their group's number from `group_index()` in common.glsl and guard the end.
struct Groups {
    std::uint32_t x = 0, y = 1, z = 1;
    static Groups over(std::uint64_t elements, std::uint32_t per_group);
};

enum class Stage { vertex, fragment, compute };

struct ProgramSource {
    std::string label;
    std::vector<std::pair<Stage, std::string>> stages;  // stage and path below shaders/
    Defines defines;                                    // a variant
};

class ShaderLibrary;

/// A handle: a reload changes what it runs, a broken reload does not. A reload forgets the uniforms: set them
/// before every use.
class Program {
  public:
    Program() = default;
    void use() const;
    void set(const char* uniform, std::uint32_t value) const;
    void set(const char* uniform, std::int32_t value) const;
    void set(const char* uniform, float value) const;
    void set(const char* uniform, glm::vec2 value) const;
    void set(const char* uniform, glm::vec3 value) const;
    void set(const char* uniform, glm::vec4 value) const;
    void set(const char* uniform, const glm::mat4& value) const;

    /// Runs a compute program; use() is included. Uniforms and bindings are the caller's.
    void dispatch(Groups groups) const;
    void dispatch_indirect(const Buffer& arguments, std::uint64_t byte_offset) const;

    /// The GL name, for queries of interfaces in tests.
    unsigned name() const;

  private:
    friend class ShaderLibrary;
    struct State;
    explicit Program(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

/// One error of a shader, with its true place.
struct ShaderError {
    std::string file;  // relative to shaders/
    int line = 0;      // 0: unknown
    std::string text;
    bool operator==(const ShaderError&) const = default;
};

class ShaderLibrary {
  public:
    /// Sources are built in, or read from `directory` (Error(bad_input) if it is none) and then watched.
    explicit ShaderLibrary(std::filesystem::path directory = {});
    ~ShaderLibrary();
    ShaderLibrary(const ShaderLibrary&) = delete;

    /// Compiles and links. Throws Error(check_failed) with file and line if a built-in source is broken,
    /// Error(bad_input) if one in the directory is.
    Program load(ProgramSource source);
    Program load_compute(std::string path, Defines defines = {});

    /// From now on programs stay when their last handle goes, and equal ones are built once: for choices that
    /// are made to and fro. A change in the directory lets those go that nobody has.
    void keep_programs() { keeps_ = true; }

    /// Rebuilds the programs whose text a change in the directory altered. Cheap when nothing has changed. A
    /// program that does not build keeps its old code; the errors are printed to stderr once and stay in
    /// errors() until mended. Returns whether any program or error is new.
    bool poll();
    const std::vector<ShaderError>& errors() const { return errors_; }

    /// The text of one source; Error(bad_input) if it is missing.
    std::string read(const std::string& path) const;

  private:
    class Watch;
    std::string place(const std::string& path) const;  // as messages name a file
    std::string describe(const ShaderError& error) const;
    std::shared_ptr<Program::State> find_equal(const ProgramSource& source, const std::string& text) const;
    bool rebuild(Program::State& state);  // whether it now runs other code; adds its errors to errors_

    std::filesystem::path directory_;
    std::unique_ptr<Watch> watch_;
    std::vector<std::weak_ptr<Program::State>> programs_;
    std::vector<std::shared_ptr<Program::State>> kept_;
    bool keeps_ = false;
    std::vector<ShaderError> errors_;
};

}  // namespace winnow::gl
