// How a compactor in GLSL gets its programs and its request.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "compact/compactor.h"
#include "gl/context.h"
#include "gl/program.h"

namespace winnow::compact {

class GlslPrograms {
  public:
    using DefinesOf = std::function<gl::Defines(std::size_t columns, const Fold* fold)>;

    /// `shaders` outlives it.
    GlslPrograms(gl::ShaderLibrary& shaders, std::string path, DefinesOf defines)
        : shaders_(shaders), path_(std::move(path)), defines_(std::move(defines)) {}

    /// Built when first needed.
    const gl::Program& of(std::size_t columns, const Fold* fold) {
        Shape shape{columns, {}, {}};
        if (fold != nullptr) shape = {columns, fold->file, fold->defines};
        const auto known = programs_.find(shape);
        if (known != programs_.end()) return known->second;
        const auto defines = defines_(columns, fold);
        return programs_.emplace(std::move(shape), shaders_.load_compute(path_, defines)).first->second;
    }

  private:
    using Shape = std::tuple<std::size_t, std::string, gl::Defines>;  // columns; the fold's file and defines

    gl::ShaderLibrary& shaders_;
    std::string path_;
    DefinesOf defines_;
    std::map<Shape, gl::Program> programs_;
};

/// validate(), and whether shaders can be given the request's buffers.
void check_glsl_request(const gl::Facts& facts, const Request& request, VoteFormat format);

/// Error(bad_input) unless `bytes` of scratch can be had for so many votes.
void check_scratch_fits(const gl::Facts& facts, std::uint32_t bound, std::uint64_t bytes);

/// How many records there are: for shaders that include compact/common.glsl.
void bind_count(const gl::Program& program, const Request& request);

/// Both sets of columns, and the ring's words, the count among them.
void bind_columns(const gl::Program& program, const Request& request);

void bind_votes(const gl::Program& program, const Request& request);

/// Where the number of survivors goes.
void bind_survivors(const gl::Program& program, const Request& request);

}  // namespace winnow::compact
