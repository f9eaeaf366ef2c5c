#include "gl/errors.h"

#include <glad/gl.h>

namespace winnow::gl {

Errors take_errors() {
    constexpr int longest_queue = 16;
    Errors errors;
    for (int i = 0; i < longest_queue; ++i) {
        const GLenum error = glGetError();
        if (error == GL_NO_ERROR) break;
        if (errors.first == GL_NO_ERROR) errors.first = error;
        errors.out_of_memory |= error == GL_OUT_OF_MEMORY;
    }
    return errors;
}

}  // namespace winnow::gl
