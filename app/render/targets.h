// Colour textures that can be drawn into and read back.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/type_precision.hpp>

#include "gl/context.h"
#include "gl/program.h"
#include "gl/texture.h"
#include "render/image.h"

namespace winnow::render {

enum class Format {
    hdr,     // RGBA, half floats: blending keeps values above 1
    shown,   // RGBA, 8 bits
    number,  // a float
    claim,   // two words; it is not filtered
};

/// The depth of a target's pixels: none, or that of the rasteriser, or one that compute shaders write.
enum class DepthKind { none, kept, computed };

/// A texture with its framebuffer. Move-only; an empty target has no pixels. Sampling is bilinear and clamps
/// to the edges.
class Target {
  public:
    Target() = default;
    /// Throws Error(bad_input) if a side is not 1 to the device's limit or memory is too short, Error(absent)
    /// if the device cannot draw into it.
    Target(gl::Size size, Format format, std::string_view label, DepthKind depth = DepthKind::none);
    Target(Target&& other) noexcept { swap(other); }
    Target& operator=(Target&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Target();

    gl::Size size() const { return size_; }
    bool empty() const { return texture_ == 0; }
    DepthKind depth_kind() const;
    /// Binds the target for drawing and sets the viewport to its whole size.
    void bind() const;
    /// Likewise for one of the squares above each other that the target consists of, from below.
    void bind_square(int number) const;
    /// Makes all pixels black, with this alpha, and as far away as can be.
    void clear(float alpha = 0) const;
    /// Makes all words 0, and the depths 0. Precondition: Format::claim, with a depth that is kept.
    void clear_claims() const;
    /// Makes all pixels black, with this alpha, at the depth that they have.
    void clear_light(float alpha = 0) const;
    void bind_texture(unsigned unit) const;
    /// The GL name of the texture, for other programs.
    unsigned texture() const { return texture_; }
    /// Precondition: the target has a depth. It is not filtered.
    void bind_depth_texture(unsigned unit) const;
    /// Returns the depth; null if the target has none.
    const std::shared_ptr<const gl::DepthTexture>& depth() const { return depth_; }
    /// Binds the texels for reading and writing by compute shaders.
    void bind_image(unsigned unit) const;
    /// Binds the depths for writing by compute shaders, as r32f. Precondition: DepthKind::computed.
    void bind_depth_image(unsigned unit) const;
    /// Copies the colours into a target of the same size and format.
    void copy_to(const Target& other) const;
    /// Copies what lies at a place of another program's framebuffer.
    void copy_from(unsigned framebuffer, int x, int y) const;
    /// Copies the pixels into the window of this size, and enlarges them if it is another.
    void show(gl::Size window) const;
    /// Likewise only the columns from `left` on, in pixels of the window, into that or into a target of its
    /// size. The others stay.
    void show_from(int left, gl::Size window, const Target* into = nullptr) const;
    /// Writes the pixels from the bottom row up, RGBA, 4 bytes each. Precondition: Format::shown. Waits for
    /// the GPU.
    void read(void* pixels) const;
    /// Returns the light of all pixels. Precondition: Format::hdr. Waits for the GPU.
    std::vector<glm::vec4> read_light() const;
    /// Likewise as half floats.
    std::vector<glm::u16vec4> read_halves() const;

  private:
    void swap(Target& other) noexcept;

    gl::Size size_;
    Format format_ = Format::hdr;
    unsigned texture_ = 0, framebuffer_ = 0;
    std::shared_ptr<const gl::DepthTexture> depth_;
};

/// Returns the source of a program that run_on_each_pixel() runs on targets of this format; `path` is below
/// shaders/.
gl::ProgramSource filter_source(const std::string& path, Format target);
/// Runs a program over the pixels of the target (shaders/render/frame/each_pixel.glsl). What it writes is
/// visible to the commands that follow.
void run_on_each_pixel(const gl::Program& program, const Target& target);
/// Runs it over some rows, if it was built with the define FIRST_ROW for the first of them, or that is 0. The
/// last work groups may reach beyond them.
struct Rows {
    int first = 0, end = 0;
};
void run_on_each_pixel(const gl::Program& program, const Target& target, Rows rows);

/// Sets the first viewport, to which everything is drawn, in pixels.
void set_viewport(int x, int y, gl::Size size);
/// Binds the window's framebuffer for drawing and sets the viewport to this size.
void bind_window(gl::Size size);
/// Binds the window as bind_window() does and makes it black.
void clear_window(gl::Size size);

/// An 8-bit colour target without a window, which can be read back.
class TargetImage {
  public:
    /// Throws Error(bad_input) if a side is not 1 to the device's limit.
    explicit TargetImage(gl::Size size);

    gl::Size size() const { return target_.size(); }
    const Target& target() const { return target_; }
    /// Reads the pixels back, with their alpha if it is wanted. Waits for the GPU.
    Image read(bool alpha = false) const;

  private:
    Target target_;
};

}  // namespace winnow::render
