// What a Program handle points to; for the shader library alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "gl/program.h"

namespace winnow::gl {

struct Program::State {
    ProgramSource source;
    std::string text;  // of all stages, expanded: what `name` was built from
    unsigned name = 0;
    /// Where a uniform is, and the 32-bit value that it has if it was set to one.
    struct Uniform {
        int location = -1;  // -1: the program has no use for it
        std::optional<std::uint32_t> word;
    };
    std::unordered_map<std::string, Uniform> uniforms;

    State() = default;
    State(const State&) = delete;
    ~State();
    Uniform& uniform(const char* name);
    int location(const char* uniform_name) { return uniform(uniform_name).location; }
    /// Whether the uniform must be set to the word; afterwards it is taken to have it.
    bool changes(Uniform& uniform, std::uint32_t word) const;
};

}  // namespace winnow::gl
