// The state of OpenGL that a program has set before it calls the library, which works as a guest in its
// context.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <glad/gl.h>

#include "gl/buffer_ranges.h"
#include "gl/pixel_store.h"

namespace winnow::library {

/// The switches that a program can declare to be on.
inline constexpr std::array declared_switches{GL_BLEND,
                                              GL_DEPTH_TEST,
                                              GL_CULL_FACE,
                                              GL_SCISSOR_TEST,
                                              GL_STENCIL_TEST,
                                              GL_POLYGON_OFFSET_FILL,
                                              GL_PRIMITIVE_RESTART,
                                              GL_PRIMITIVE_RESTART_FIXED_INDEX,
                                              GL_DEPTH_CLAMP,
                                              GL_SAMPLE_ALPHA_TO_COVERAGE};

/// The state that a program wants to find after each call. What is not in it has the values with which a
/// context begins, as far as the library changes it.
struct DeclaredState {
    std::array<bool, declared_switches.size()> switches{};
    GLuint program = 0, vertex_array = 0, draw_framebuffer = 0, read_framebuffer = 0;
    GLuint active_unit = 0;                        // of textures
    std::optional<std::array<GLint, 4>> viewport;  // x, y, width, height; empty: as the library leaves it
    GLenum depth_func = GL_LESS;
    bool writes_depth = true;
    GLenum source_color = GL_ONE, target_color = GL_ZERO, source_alpha = GL_ONE, target_alpha = GL_ZERO;
    GLenum color_equation = GL_FUNC_ADD, alpha_equation = GL_FUNC_ADD;
    GLenum front_face = GL_CCW, clip_origin = GL_LOWER_LEFT, clip_depth = GL_NEGATIVE_ONE_TO_ONE;
};

/// Saves all that the commands of steps and pictures change; the destructor puts it back. Nothing waits for
/// the GPU. Of textures, samplers, images and buffers only the units and bindings are saved that these
/// commands use; of viewports, their depths, the scissor test and blending, the first.
class SavedHostState {
  public:
    SavedHostState();
    ~SavedHostState();
    SavedHostState(const SavedHostState&) = delete;
    SavedHostState& operator=(const SavedHostState&) = delete;

  private:
    struct Unit {
        std::array<GLuint, 2> textures;  // by target
        GLuint sampler;
    };
    struct Image {
        GLint name, level, is_layered, layer, access, format;
    };

    void save_textures();
    void put_textures() const;
    void save_output();
    void put_output() const;
    void save_old_state();

    const gl::PixelStore pixel_store_;
    std::vector<GLboolean> switches_;
    std::vector<GLint> numbers_;
    std::vector<GLuint> buffers_;  // bound to no index
    gl::BufferRanges storage_, uniform_;
    std::vector<Unit> units_;
    std::vector<Image> images_;
    std::vector<std::array<GLboolean, 4>> color_masks_;
    std::array<GLfloat, 4> viewport_{};
    std::array<GLdouble, 2> depths_{};
    GLfloat offset_factor_ = 0, offset_units_ = 0;
    std::vector<GLboolean> old_switches_;  // empty in a context of the core profile
    GLint clamps_fragments_ = 0;
};

/// A mode says what becomes of the program's state when the library has worked.
enum class StateMode {
    restore,   // all that was changed is asked for, and put back
    declared,  // it is what the program has declared
    none,      // it stays as the library leaves it
};

/// Sets what the library's commands rely on, for its lifetime; then the program's state is what the mode
/// says.
class HostState {
  public:
    HostState(StateMode mode, const DeclaredState& declared);
    ~HostState();
    HostState(const HostState&) = delete;
    HostState& operator=(const HostState&) = delete;

  private:
    std::optional<SavedHostState> saved_;
    const DeclaredState* declared_;  // null: nothing is
};

}  // namespace winnow::library
