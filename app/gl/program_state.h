// What a Program handle points to; for the shader library alone.
#pragma once

#include <string>
#include <unordered_map>

#include "gl/program.h"

namespace winnow::gl {

struct Program::State {
    ProgramSource source;
    std::string text;  // of all stages, expanded: what `name` was built from
    unsigned name = 0;
    std::unordered_map<std::string, int> locations;

    State() = default;
    State(const State&) = delete;
    ~State();
    int location(const char* uniform);
};

}  // namespace winnow::gl
