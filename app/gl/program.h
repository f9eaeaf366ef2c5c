// Shader programs and the library that builds them from the files of shaders/ and rebuilds them when those
// change.
#pragma once

#include <glm/glm.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <list>
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

enum class ShaderStage { vertex, fragment, compute };

/// Stands between a shader file's path and the name of a section of it; see expand() in shader_source.h.
inline constexpr char section_mark = '#';

struct ProgramSource {
    std::string label;
    std::vector<std::pair<ShaderStage, std::string>> stages;  // stage; path below shaders/, or FILE#SECTION
    Defines defines;                                          // select a variant
};

class ShaderLibrary;
struct Sources;

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
    void set(const char* uniform, glm::uvec2 value) const;
    void set(const char* uniform, glm::vec3 value) const;
    void set(const char* uniform, glm::vec4 value) const;
    void set(const char* uniform, const glm::mat4& value) const;

    /// Runs a compute program and calls use() first. The caller sets uniforms and bindings.
    void dispatch(Groups groups) const;
    void dispatch_indirect(const Buffer& arguments, std::uint64_t byte_offset) const;

    /// The GL name, for interface queries in tests.
    unsigned name() const;
    /// False while it is being built, and if that has failed. Never waits for it.
    bool is_built() const;
    /// True while a driver builds it, as far as it tells. Never waits for it.
    bool is_being_built() const;
    /// Takes over what the driver has built, so that the first use does not have to: NVIDIA's driver then
    /// needs about a tenth of the time of the build. An error comes with the first use.
    void take_over() const;

  private:
    friend class ShaderLibrary;
    struct State;
    State& built() const;  // finishes the program if it is still being built
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
    /// it is not a directory). All programs have the defines `everywhere` besides their own.
    explicit ShaderLibrary(std::filesystem::path directory = {}, Defines everywhere = {});
    ~ShaderLibrary();
    ShaderLibrary(const ShaderLibrary&) = delete;

    /// Adds a source that is in no folder. Messages about its lines name `origin`; if that is empty, its
    /// path. The path must be unique to the contents: adding a path again is ignored.
    void provide(const std::string& path, std::string text, std::string origin);
    /// Forgets provided sources that no living program includes, if many have come since the last time.
    void forget_provided();

    /// Compiles and links; equal programs that live at the same time are built once. Throws Error with file
    /// and line if a source is broken: Error(check_failed) for a built-in source, Error(bad_input) for one
    /// that was provided or is in the directory.
    Program load(ProgramSource source);
    Program load_compute(std::string path, Defines defines = {});

    /// While one lives, load() only begins to build, so that a driver can build several programs at once and
    /// beside the frames. finish(), or the program's first use, waits for it and throws its error.
    class Building {
      public:
        explicit Building(ShaderLibrary& library);
        ~Building();
        Building(const Building&) = delete;
        /// Waits for all programs that were begun while this lived, unless it lives inside another, which
        /// then waits for them. Throws the first error, as load() does.
        void finish();
        /// Returns the programs that were begun while this lived, unless it lives inside another.
        std::vector<Program> begun() const;

      private:
        friend class ShaderLibrary;
        ShaderLibrary& library_;
        std::vector<std::weak_ptr<Program::State>> begun_;
    };
    /// Begins to build a like program for each living one whose defines include all of `now`: with the
    /// defines of `next` instead. Precondition: programs are kept.
    void begin_like(const Defines& now, const Defines& next);
    /// Returns how many programs that were begun are still being built, as far as the driver tells. Never
    /// waits.
    std::size_t building() const;
    bool is_building() const { return building() > 0; }

    /// From now on programs stay alive after their last handle is gone, for settings that are switched back
    /// and forth. The oldest without handles are released beyond max_kept, and all of them by a change in the
    /// directory.
    void keep_programs() { keeps_ = true; }

    /// Rebuilds the programs whose text changed with the directory. Cheap when nothing has changed. A program
    /// that does not build keeps its old code; its errors are printed to stderr once and stay in errors()
    /// until they are fixed. Returns true if any program or error is new.
    bool poll();
    const std::vector<ShaderError>& errors() const { return errors_; }
    /// Returns how many programs were loaded so far; frames that are alike load none.
    std::uint64_t loads() const { return loads_; }

    /// Returns the text of one source. Throws Error(bad_input) if it is missing.
    std::string read(const std::string& path) const;

  private:
    friend class Program;
    class Watch;
    std::string place(const std::string& path) const;  // the name of a file in messages
    std::string describe(const ShaderError& error) const;
    std::shared_ptr<Program::State> find_equal(const ProgramSource& source, const std::string& text) const;
    bool rebuild(Program::State& state);  // returns true if replaced; adds to errors_
    void conclude(Program::State& state);
    void finish(Program::State& state);                          // throws as load() does
    Sources read_sources_of(const ProgramSource& source) const;  // throws as load() does
    [[noreturn]] void refuse(const std::vector<ShaderError>& errors) const;
    void release_old();

    static constexpr std::size_t max_kept = 256;

    struct Provided {
        std::string text, origin;
    };

    std::filesystem::path directory_;
    Defines everywhere_;
    std::map<std::string, Provided> provided_;
    std::size_t max_provided_ = 1024;  // from which on they are forgotten
    std::unique_ptr<Watch> watch_;
    std::vector<std::weak_ptr<Program::State>> programs_;
    std::vector<std::shared_ptr<Program::State>> kept_;
    std::vector<std::weak_ptr<Program::State>> begun_;
    Building* building_ = nullptr;  // the outermost that lives
    bool keeps_ = false;
    std::uint64_t loads_ = 0;
    std::vector<ShaderError> errors_;
};

/// A least-recently-used cache of programs, by what distinguishes them.
template <typename Key>
class RecentPrograms {
  public:
    static constexpr std::size_t capacity = 16;

    /// True if it is the key's program that was asked for last.
    bool is_last(const Key& key) const { return !programs_.empty() && programs_.front().first == key; }
    /// Returns the key's program, made by `load` if it is not among the last ones, or could not be built.
    /// The reference is valid until the next call.
    template <typename Load>
    const Program& of(const Key& key, const Load& load) {
        const auto found = std::ranges::find(programs_, key, &std::pair<Key, Program>::first);
        if (found == programs_.end())
            programs_.emplace_front(key, load());
        else
            programs_.splice(programs_.begin(), programs_, found);
        // One that was only begun is loaded again, so that who builds now waits for it, or is refused.
        if (!programs_.front().second.is_built()) programs_.front().second = load();
        if (programs_.size() > capacity) programs_.pop_back();
        return programs_.front().second;
    }

  private:
    std::list<std::pair<Key, Program>> programs_;  // the last one first
};

}  // namespace winnow::gl
