// Makes the shown picture of the light of a frame: the mean of several frames, bloom, exposure and tone
// curve.
#pragma once

#include <cstddef>
#include <optional>

#include "gl/passes.h"
#include "gl/program.h"
#include "render/blur.h"
#include "render/drawing.h"
#include "render/targets.h"

namespace winnow::render {

struct Scene;

/// How much work the shown picture takes.
struct PostCosts {
    int bloom_factor = 2;      // the frame's sides by the bloom's
    bool smooth_edges = true;  // of solid surfaces
};

class PostProcessing {
  public:
    /// Declares its passes. Precondition: the arguments outlive it.
    PostProcessing(gl::ShaderLibrary& shaders, gl::Passes& passes, const Blur& blur);

    /// Loads the program that shows such a scene, which has solid surfaces or not.
    void load(const Scene& scene, const PostCosts& costs, bool has_surfaces);
    /// Makes the targets of frames of this size, of which the shown picture has 1 / `supersample` of the
    /// sides. Throws Error(bad_input) if they do not fit in memory; those of before are kept.
    void prepare(gl::Size frame, int supersample, const PostCosts& costs);
    /// Frees the targets.
    void release() { targets_ = {}; }

    // Precondition of all that follows: the targets are made for frames of the size of `hdr`, the light of
    // the newest frame, which is the first argument.

    /// Adds the light to the mean of `count` frames, of which this is the one with the index `nth`. A single
    /// frame is its own mean.
    void gather(const Target& hdr, std::size_t nth, std::size_t count);
    /// Shows the mean of the newest frames as the scene asks, in the image or, if it is null, in the window
    /// of a size, which stays bound. `surfaces` has the depth of solid surfaces; null: there are none.
    void show(const Scene& scene, const PostCosts& costs, const Target& hdr, const Target* surfaces,
              const TargetImage* image, gl::Size window);
    /// Returns the factor on the light of the newest frames that metered_factor() gives. Waits for the GPU.
    float metered(const Target& hdr) const;
    /// Returns the light of which a picture is made: the mean of several frames, if it is that.
    const Target& lit(const Target& hdr) const { return targets_.gathered.empty() ? hdr : targets_.gathered; }

  private:
    struct Targets {
        Target gathered;  // the mean of several HDR frames, if the picture is that
        Target averaged;  // the HDR frame in the shown size, if that is smaller
        Pyramid bloom;
        Target shown;  // made by the first frame in a window
    };

    void reduce_for_bloom(const Target& hdr) const;
    void draw_bloom(const Target& hdr) const;
    const gl::Program& tone_map_of(const Scene& scene, const PostCosts& costs, bool has_surfaces);
    void tone_map(const Scene& scene, const PostCosts& costs, const Target& hdr, const Target* surfaces,
                  const TargetImage* image, gl::Size window);

    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    const Blur& blur_;
    gl::PassId bloom_pass_, tone_map_pass_;
    std::optional<gl::Program> gather_program_;  // since the first picture that is a mean of several frames
    VariantProgram tone_map_;                    // by whether edges are smoothed
    Targets targets_;
};

}  // namespace winnow::render
