// A long list of rows of four numbers that shaders read by index.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <span>
#include <string>

#include "gl/buffer.h"

namespace winnow::gl {

/// The numbers of a row.
enum class RowOf { floats, words };

/// A buffer that shaders see as samplerBuffer or usamplerBuffer, without filtering. It takes none of the few
/// bindings of storage.
class RowTexture {
  public:
    /// Allocates rows with any contents. Throws Error(bad_input), beginning with `label`, if a texture of
    /// this device (GL_MAX_TEXTURE_BUFFER_SIZE) or its memory has no room for so many.
    RowTexture(std::uint64_t rows, const std::string& label, RowOf numbers = RowOf::floats);
    RowTexture(const RowTexture&) = delete;
    ~RowTexture();

    void write(std::uint64_t first, std::span<const glm::vec4> rows) const;
    /// Binds it to a texture unit.
    void bind(std::uint32_t unit) const;
    /// Binds the rows as words, also those of floats, to a texture unit.
    void bind_words(std::uint32_t unit) const;
    /// The rows as storage, for shaders that write them.
    const Buffer& buffer() const { return buffer_; }

  private:
    Buffer buffer_;
    unsigned texture_ = 0, words_ = 0;  // both are views of the buffer
};

}  // namespace winnow::gl
