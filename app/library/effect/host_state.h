// The state of OpenGL that a program has set before it calls the library, which works as a guest in its
// context.
#pragma once

#include <array>
#include <vector>

#include <glad/gl.h>

#include "gl/buffer_ranges.h"
#include "gl/pixel_store.h"

namespace winnow::library {

/// Saves all that the commands of steps and pictures change, and sets what they rely on; the destructor puts
/// it back. Nothing waits for the GPU. Of textures, samplers, images and buffers only the units and bindings
/// are saved that these commands use.
class HostState {
  public:
    HostState();
    ~HostState();
    HostState(const HostState&) = delete;
    HostState& operator=(const HostState&) = delete;

  private:
    struct Unit {
        std::vector<GLuint> textures;  // by target
        GLuint sampler;
    };
    struct Image {
        GLint name, level, is_layered, layer, access, format;
    };
    struct Blend {
        GLboolean is_on;
        GLint source_color, source_alpha, target_color, target_alpha, color_equation, alpha_equation;
        std::array<GLboolean, 4> mask;
    };
    struct Viewport {
        std::array<GLfloat, 4> area;
        std::array<GLdouble, 2> depths;
        GLboolean is_cut;  // by the scissor
    };

    void save_textures();
    void put_textures() const;
    void save_output();
    void put_output() const;
    void save_old_state();
    static void set_what_is_relied_on();

    const gl::PixelStore pixel_store_;
    std::vector<GLboolean> switches_;
    std::vector<GLint> numbers_;
    std::vector<GLint> buffers_;  // bound to no index
    gl::BufferRanges storage_, uniform_;
    std::vector<Unit> units_;
    std::vector<Image> images_;
    std::vector<Blend> blends_;
    std::vector<Viewport> viewports_;
    std::vector<GLboolean> old_switches_;  // empty in a context of the core profile
    GLint clamps_fragments_ = 0;
    GLfloat offset_factor_ = 0, offset_units_ = 0;
};

}  // namespace winnow::library
