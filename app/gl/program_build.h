// Builds a program: expands its sources, gives them to the driver, and asks for the outcome. Only program.cpp
// uses it, which keeps what is built.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "gl/program.h"
#include "gl/shader_source.h"

namespace winnow::gl {

/// The complete sources of a program, one per stage.
struct Sources {
    std::vector<ExpandedSource> stages;
    std::string text() const;             // of all stages
    std::set<std::string> files() const;  // that the text comes from
};

/// Expands the sources; those for a software renderer have the define SOFTWARE_RENDERER. `read` returns a
/// file's text and throws UnreadableFile if there is none. Throws SourceError.
Sources read_sources(const ProgramSource& source, const Defines& more,
                     const std::function<std::string(const std::string&)>& read);

/// A program that the driver may still be building.
struct Build {
    unsigned program = 0;           // the GL name
    std::vector<unsigned> shaders;  // by stage; attached, so they live as long as the program
    Sources sources;
};

/// Gives the sources to the driver.
Build begin_build(const ProgramSource& source, Sources sources);

/// Returns false while the driver is still compiling, as far as it tells. Never waits.
bool is_compiled(const Build& build);

/// Waits for the driver. Labels the program, or deletes it and returns the errors.
std::vector<ShaderError> finish_build(const Build& build, const std::string& label);

}  // namespace winnow::gl
