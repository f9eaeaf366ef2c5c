#include "gl/barrier.h"

#include <glad/gl.h>

namespace winnow::gl {

void storage_barrier() {
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void command_barrier() {
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
}

void readback_barrier() {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
}

void all_barriers() {
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace winnow::gl
