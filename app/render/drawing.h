// Tools of every drawing pass: blending, vertices without buffers, the camera's uniform block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "effects/model/effect.h"
#include "gl/buffer.h"
#include "gl/fence.h"
#include "gl/program.h"
#include "gl/rings.h"
#include "particles/simulation.h"
#include "shaders/shared.h"

namespace winnow::render {

/// How drawn colours, premultiplied by their opacity, are combined with those of the target.
enum class Blending {
    add,    // all four channels
    cover,  // over; the target's alpha is the share of the light from behind that passes
    tint,   // over; a second colour of the shader has the share of each channel that is stopped
    over,   // over; the alpha of both is opacity
    none,   // instead of those of the target
};

/// Draws opaque triangles with depth, both of their sides, without blending. Depths are stored as those so
/// many pixels farther away on the slope of their triangle.
void set_solid(float pixels_away = 0);

/// Draws as set_solid() does, but only the depth.
void set_depth_only();

/// Draws as set_solid() does, but only where the target has the depth of what is drawn; the depth
/// stays, also where it is cleared, until set_solid() ends this.
void set_foremost();

/// Draws without blending what has a greater depth than the target.
void set_claiming();

/// Where drawn pixels must lie beside the depth that a target has: before it, at it or before it, or behind
/// it.
enum class Beside { before, up_to, behind };

/// Blends premultiplied colours over those of a target with depth, and adds up the opacity in its alpha; the
/// depth stays. set_solid() ends this and set_depth_only().
void set_layered(Beside beside);

/// Sets the blending and switches depth test, face culling and scissor test off, which no pass here uses.
void set_blending(Blending blending);

/// Cuts triangles where one of the first so many gl_ClipDistance of their shader is below 0, for its
/// lifetime.
class ClipDistances {
  public:
    explicit ClipDistances(std::uint32_t count);
    ~ClipDistances();
    ClipDistances(const ClipDistances&) = delete;

  private:
    std::uint32_t count_;
};

/// Returns the plane's height in metres; far below everything if there is no plane.
float height_of(const effects::Plane& plane);

/// Draws without vertex buffers: shaders make their vertices from gl_VertexID.
class VertexPulling {
  public:
    VertexPulling();
    ~VertexPulling();
    VertexPulling(const VertexPulling&) = delete;

    void triangles(std::uint32_t count) const;
    /// Draws triangles from the first on, whose corners have the numbers in `corners`, 32 bits each. A corner
    /// that several triangles have is computed once.
    void indexed(const gl::Buffer& corners, std::uint32_t count, std::uint32_t first = 0) const;
    /// Draws triangles by the indirect arguments at `byte_offset`: the four words of
    /// DrawArraysIndirectCommand.
    void indirect(const gl::Buffer& arguments, std::uint64_t byte_offset) const;

  private:
    unsigned array_ = 0;
};

/// A program of which the variants that were used last exist. A variant has no code for what a frame lacks,
/// because a software renderer computes all branches of a shader whatever its uniforms say.
class VariantProgram {
  public:
    VariantProgram() = default;
    VariantProgram(gl::ShaderLibrary& shaders, gl::ProgramSource source)
        : shaders_(&shaders), source_(std::move(source)) {}

    /// Returns the variant with these defines beside those of the source; builds it if it is not there. The
    /// reference is valid until the next call. Throws as gl::ShaderLibrary::load() does, and then keeps the
    /// variants that are there.
    const gl::Program& of(const gl::Defines& variant);
    /// True if this variant was used last.
    bool is(const gl::Defines& variant) const { return programs_.is_last(variant); }
    gl::ShaderLibrary& shaders() const { return *shaders_; }

  private:
    gl::ShaderLibrary* shaders_ = nullptr;
    gl::ProgramSource source_;
    gl::RecentPrograms<gl::Defines> programs_;
};

/// A program that draws particles, for the looks of the effects that were drawn last.
class LookProgram {
  public:
    LookProgram() = default;
    LookProgram(gl::ShaderLibrary& shaders, gl::ProgramSource source)
        : variants_(shaders, std::move(source)) {}

    /// Returns the program that draws these particles, with more defines; builds it if their looks are others
    /// than those before. Throws as VariantProgram does.
    const gl::Program& of(const particles::ParticleView& living, const gl::Defines& more = {});

  private:
    VariantProgram variants_;  // by the looks that they draw
};

/// Uploads what shaders read of a frame to a uniform block, without waiting while the GPU keeps up.
class UniformBlock {
  public:
    /// Throws as gl::MemoryProvider::allocate does.
    UniformBlock(std::uint32_t binding, std::uint64_t bytes, const std::string& label);

    /// Submits the upload and binds the block, for commands that are submitted later. Waits only if the GPU
    /// is `slots` uploads behind.
    template <typename Block>
    void set(const Block& block) {
        upload(std::as_bytes(std::span(&block, 1)));
    }

  private:
    static constexpr std::uint32_t slots = 16;

    void upload(std::span<const std::byte> data);

    std::uint32_t binding_;
    gl::Buffer block_;
    gl::UploadRing uploads_;
    std::array<gl::Fence, slots> arrivals_;  // passed when the newest upload from the slot is done
    std::uint64_t submitted_ = 0;
};

}  // namespace winnow::render
