// Shader programs and the library that builds them from the files of shaders/ and rebuilds them when those
// change.
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

/// Returns the text of an unsigned constant.
inline std::string define_number(std::uint64_t value) {
    return std::to_string(value) + 'u';
}

/// Returns "1" or "0".
inline std::string define_flag(bool on) {
    return on ? "1" : "0";
}

/// Returns a path below shaders/ in quotes; `#include NAME` of the define's name includes that file.
inline std::string define_path(std::string_view path) {
    return '"' + std::string(path) + '"';
}

/// The work groups of a dispatch. `over` folds more than FOLDED_GROUPS groups into rows, so that no dimension
/// exceeds 65,535; shaders get their group's index from `group_index()` in common.glsl and must guard the
/// end.
struct Groups {
    std::uint32_t x = 0, y = 1, z = 1;
    static Groups over(std::uint64_t elements, std::uint32_t per_group);
};

enum class Stage { vertex, fragment, compute };

struct ProgramSource {
    std::string label;
    std::vector<std::pair<Stage, std::string>> stages;  // stage and path below shaders/
    Defines defines;                                    // select a variant
};

class ShaderLibrary;

/// A handle to a program. A successful reload changes the code that it runs; a failed one changes nothing. A
/// reload forgets the uniforms, so set them before every use.
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

    /// Runs a compute program and calls use() first. The caller sets uniforms and bindings.
    void dispatch(Groups groups) const;
    void dispatch_indirect(const Buffer& arguments, std::uint64_t byte_offset) const;

    /// The GL name, for interface queries in tests.
    unsigned name() const;

  private:
    friend class ShaderLibrary;
    struct State;
    explicit Program(std::shared_ptr<State> state) : state_(std::move(state)) {}
    std::shared_ptr<State> state_;
};

/// One error of a shader, with its place in the source files.
struct ShaderError {
    std::string file;  // relative to shaders/
    int line = 0;      // 0: unknown
    std::string text;
    bool operator==(const ShaderError&) const = default;
};

class ShaderLibrary {
  public:
    /// Uses the built-in sources, or reads them from `directory` and watches it (throws Error(bad_input) if
    /// it is not a directory).
    explicit ShaderLibrary(std::filesystem::path directory = {});
    ~ShaderLibrary();
    ShaderLibrary(const ShaderLibrary&) = delete;

    /// Compiles and links. Throws Error with file and line if a source is broken: Error(check_failed) for a
    /// built-in source, Error(bad_input) for one in the directory.
    Program load(ProgramSource source);
    Program load_compute(std::string path, Defines defines = {});

    /// From now on programs stay alive after their last handle is gone, and equal programs are built once:
    /// for settings that are switched back and forth. A change in the directory releases programs without
    /// handles.
    void keep_programs() { keeps_ = true; }

    /// Rebuilds the programs whose text changed with the directory. Cheap when nothing has changed. A program
    /// that does not build keeps its old code; its errors are printed to stderr once and stay in errors()
    /// until they are fixed. Returns true if any program or error is new.
    bool poll();
    const std::vector<ShaderError>& errors() const { return errors_; }

    /// Returns the text of one source. Throws Error(bad_input) if it is missing.
    std::string read(const std::string& path) const;

  private:
    class Watch;
    std::string place(const std::string& path) const;  // the name of a file in messages
    std::string describe(const ShaderError& error) const;
    std::shared_ptr<Program::State> find_equal(const ProgramSource& source, const std::string& text) const;
    bool rebuild(Program::State& state);  // returns true if replaced; adds to errors_

    std::filesystem::path directory_;
    std::unique_ptr<Watch> watch_;
    std::vector<std::weak_ptr<Program::State>> programs_;
    std::vector<std::shared_ptr<Program::State>> kept_;
    bool keeps_ = false;
    std::vector<ShaderError> errors_;
};

}  // namespace winnow::gl
