// What everything that works in OpenGL is made with.
#pragma once

#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"

namespace winnow::gl {

/// They outlive what is made with them.
struct Tools {
    const Facts& facts;
    ShaderLibrary& shaders;
    Passes& passes;  // where stages are labelled and timed
};

}  // namespace winnow::gl
