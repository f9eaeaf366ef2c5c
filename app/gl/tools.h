// The tools that every object using OpenGL is constructed with: device facts, shaders, passes.
#pragma once

#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"

namespace winnow::gl {

/// They must outlive the objects that are constructed with them.
struct Tools {
    const Facts& facts;
    ShaderLibrary& shaders;
    Passes& passes;  // labels and times the stages
};

}  // namespace winnow::gl
