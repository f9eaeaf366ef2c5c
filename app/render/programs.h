// The programs that draw.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gl/program.h"

namespace winnow::render {

/// A pass over a whole picture; `fragment` is a path below shaders/.
inline gl::Program load_filter(gl::ShaderLibrary& shaders, const std::string& fragment) {
    return shaders.load(
        {fragment, {{gl::Stage::vertex, "render/whole_picture.vert"}, {gl::Stage::fragment, fragment}}, {}});
}

}  // namespace winnow::render
