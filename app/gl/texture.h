// Textures: a long list of rows of four numbers that shaders read by index, and pictures.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <span>
#include <string>

#include "gl/buffer.h"
#include "gl/context.h"

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

/// A picture of linear light that is filtered, with smaller levels of it; it goes on where it ends, to the
/// sides and, if it repeats, above and below too.
class LightTexture {
  public:
    /// `texels` are four half floats each, two in a row, rows from the top. Throws Error(bad_input),
    /// beginning with `label`, if a texture of this device (GL_MAX_TEXTURE_SIZE) or its memory has no room
    /// for them.
    LightTexture(Size size, std::span<const glm::vec4> texels, bool repeats, const std::string& label);
    LightTexture(const LightTexture&) = delete;
    ~LightTexture();

    /// Binds it to a texture unit.
    void bind(std::uint32_t unit) const;
    /// Returns the bytes of its texels, those of the smaller levels included.
    std::uint64_t bytes() const { return bytes_; }

  private:
    unsigned texture_ = 0;
    std::uint64_t bytes_ = 0;
};

/// A cube of colours of half floats, filtered, that shaders write as an image.
class VolumeTexture {
  public:
    /// Its contents are undefined at first. Throws Error(bad_input), beginning with `label`, if it does not
    /// fit into this device's memory.
    VolumeTexture(std::uint32_t side, const std::string& label);
    VolumeTexture(const VolumeTexture&) = delete;
    ~VolumeTexture();

    /// Binds it to a texture unit, and to an image unit for writing.
    void bind(std::uint32_t unit) const;
    void bind_image(std::uint32_t unit) const;

  private:
    unsigned texture_ = 0;
};

// The depth of a target's pixels as a texture of its own, which lives as long as somebody reads it.

/// Depths are written by drawing, as the attachment of a framebuffer, or by shaders, as an image of r32f.
enum class DepthStorage { drawing, shaders };

/// A float per pixel, 0 to 1, that is not filtered. Its contents are undefined at first.
class DepthTexture {
  public:
    /// The caller asks for OpenGL's errors: memory may be too short.
    DepthTexture(Size size, const std::string& label, DepthStorage by);
    DepthTexture(const DepthTexture&) = delete;
    ~DepthTexture();

    /// Makes all pixels as far away as can be.
    void clear() const;
    /// Binds it to a texture unit.
    void bind(std::uint32_t unit) const;
    unsigned name() const { return texture_; }
    DepthStorage by() const { return by_; }

  private:
    unsigned texture_ = 0;
    DepthStorage by_;
};

}  // namespace winnow::gl
