#include "gl/fence.h"

#include <glad/gl.h>

#include <utility>

#include "base/error.h"

namespace winnow::gl {

namespace {

const char* culprit(GLenum reset) {
    switch (reset) {
        case GL_GUILTY_CONTEXT_RESET:
            return "by this program's commands";
        case GL_INNOCENT_CONTEXT_RESET:
            return "by another program";
        default:
            return "for a reason that the driver does not know";
    }
}

/// Waits at most `nanoseconds` for a fence and returns its state. Once the context is lost, the state means
/// nothing.
GLenum ask(void* sync, GLuint64 nanoseconds) {
    const GLenum state = glClientWaitSync(static_cast<GLsync>(sync), GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds);
    if (state != GL_WAIT_FAILED) return state;
    require_context();
    absent("OpenGL cannot wait for the GPU: the device or its context is lost");
}

}  // namespace

void storage_barrier() {
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void command_barrier() {
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
}

void texture_barrier() {
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                    GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

void drawing_barrier() {
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT |
                    GL_TEXTURE_UPDATE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                    GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
}

void readback_barrier() {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
}

void all_barriers() {
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

void require_context() {
    const GLenum reset = glGetGraphicsResetStatus();
    if (reset != GL_NO_ERROR)
        absent("the GPU was reset {}, and this OpenGL context is lost: restart Winnow", culprit(reset));
}

void Deadline::check() const {
    require_context();
    if (std::chrono::steady_clock::now() - begin_ >= longest_)
        absent("the GPU has not answered for {:.0f} s: the device or its driver hangs",
               std::chrono::duration<double>(longest_).count());
}

Fence Fence::here() {
    Fence fence;
    fence.sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence.empty()) {
        require_context();
        absent("OpenGL cannot make a fence: the device or its context is lost");
    }
    return fence;
}

Fence::Fence(Fence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}

Fence& Fence::operator=(Fence&& other) noexcept {
    std::swap(sync_, other.sync_);
    return *this;
}

Fence::~Fence() {
    if (sync_ != nullptr) glDeleteSync(static_cast<GLsync>(sync_));
}

bool Fence::passed() const {
    return empty() || ask(sync_, 0) != GL_TIMEOUT_EXPIRED;
}

void Fence::wait() const {
    constexpr GLuint64 a_second = 1'000'000'000;
    if (empty()) return;
    for (const Deadline deadline; ask(sync_, a_second) == GL_TIMEOUT_EXPIRED;) deadline.check();
    require_context();  // a lost context lets every fence pass
}

void finish() {
    glFinish();
    require_context();
}

void flush() {
    glFlush();
}

}  // namespace winnow::gl
