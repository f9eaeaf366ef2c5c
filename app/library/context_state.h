// What a GlContext of the public header stands for.
#pragma once

#include "gl/context.h"
#include "gl/program.h"
#include "winnow/scan.h"

namespace winnow {

struct GlContext::State {
    gl::Facts facts;
    gl::ShaderLibrary shaders;
};

}  // namespace winnow
