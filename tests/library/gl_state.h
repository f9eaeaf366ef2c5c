// Records the bindings of an OpenGL context for comparison, and makes a context in which much is bound.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <map>
#include <string>

#include "gl/buffer.h"
#include "gl/program.h"

namespace winnow::test {

/// Results of queries, by the name of the query.
using State = std::map<std::string, std::int64_t>;

State query_state();

/// Returns what has changed since `before`, each with its value then and now; empty if nothing has.
std::string changes_since(const State& before);

/// Binds buffers everywhere, some whole and some in part, a program, textures, samplers and images, and sets
/// all state of drawing to what nobody would draw with.
class BusyContext {
  public:
    BusyContext();
    ~BusyContext();
    BusyContext(const BusyContext&) = delete;

  private:
    void bind_ranges(GLenum target, GLenum most) const;
    void make_objects();
    void set_oddly() const;

    gl::ShaderLibrary shaders_;
    gl::Buffer buffer_, generic_;
    gl::Program program_;
    GLuint texture_ = 0, volume_ = 0, layers_ = 0, sampler_ = 0, framebuffer_ = 0, vertices_ = 0;
};

}  // namespace winnow::test
