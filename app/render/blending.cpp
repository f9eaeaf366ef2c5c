#include "render/blending.h"

#include <glad/gl.h>

namespace winnow::render {

void set_blending(Blending blending) {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    if (blending == Blending::replace) {
        glDisable(GL_BLEND);
        return;
    }
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    if (blending == Blending::mix)
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    else
        glBlendFunc(GL_ONE, blending == Blending::add ? GL_ONE : GL_ONE_MINUS_SRC_ALPHA);
}

}  // namespace winnow::render
