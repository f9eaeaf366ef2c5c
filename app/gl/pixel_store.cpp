#include "gl/pixel_store.h"

#include <glad/gl.h>

#include <array>
#include <cstddef>

namespace winnow::gl {
namespace {

struct Parameter {
    GLenum name;
    GLint usual;
};
constexpr std::array parameters{Parameter{GL_UNPACK_SWAP_BYTES, 0},  Parameter{GL_UNPACK_LSB_FIRST, 0},
                                Parameter{GL_UNPACK_ROW_LENGTH, 0},  Parameter{GL_UNPACK_IMAGE_HEIGHT, 0},
                                Parameter{GL_UNPACK_SKIP_ROWS, 0},   Parameter{GL_UNPACK_SKIP_PIXELS, 0},
                                Parameter{GL_UNPACK_SKIP_IMAGES, 0}, Parameter{GL_UNPACK_ALIGNMENT, 4},
                                Parameter{GL_PACK_SWAP_BYTES, 0},    Parameter{GL_PACK_LSB_FIRST, 0},
                                Parameter{GL_PACK_ROW_LENGTH, 0},    Parameter{GL_PACK_IMAGE_HEIGHT, 0},
                                Parameter{GL_PACK_SKIP_ROWS, 0},     Parameter{GL_PACK_SKIP_PIXELS, 0},
                                Parameter{GL_PACK_SKIP_IMAGES, 0},   Parameter{GL_PACK_ALIGNMENT, 4}};

}  // namespace

void set_usual_pixel_store() {
    for (const Parameter& one : parameters) glPixelStorei(one.name, one.usual);
}

PixelStore::PixelStore() {
    for (const Parameter& one : parameters) {
        GLint& saved = saved_.emplace_back();
        glGetIntegerv(one.name, &saved);
        if (saved != one.usual) glPixelStorei(one.name, one.usual);
    }
}

PixelStore::~PixelStore() {
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (saved_[i] != parameters[i].usual) glPixelStorei(parameters[i].name, saved_[i]);
}

}  // namespace winnow::gl
