// The programs of GLSL compactors, and the binding of requests to them.
#pragma once

#include <functional>
#include <string>
#include <tuple>
#include <utility>

#include "compact/compactor.h"
#include "gl/context.h"
#include "gl/program.h"

namespace winnow::compact {

/// The variants of one shader for requests of different numbers of columns and folds.
class GlslPrograms {
  public:
    using DefinesOf = std::function<gl::Defines(std::size_t columns, const Fold* fold)>;

    /// `shaders` must outlive the object.
    GlslPrograms(gl::ShaderLibrary& shaders, std::string path, DefinesOf defines)
        : shaders_(shaders), path_(std::move(path)), defines_(std::move(defines)) {}

    /// Returns the program, built when it is first needed.
    const gl::Program& of(std::size_t columns, const Fold* fold) {
        Shape shape{columns, {}, {}};
        if (fold != nullptr) shape = {columns, fold->file, fold->defines};
        return programs_.of(shape, [&] { return shaders_.load_compute(path_, defines_(columns, fold)); });
    }

  private:
    using Shape = std::tuple<std::size_t, std::string, gl::Defines>;  // columns; the fold's file and defines

    gl::ShaderLibrary& shaders_;
    std::string path_;
    DefinesOf defines_;
    gl::RecentPrograms<Shape> programs_;
};

/// Validates the request, and checks that its buffers can be bound to shaders.
void check_glsl_request(const gl::Facts& facts, const Request& request, VoteFormat format);

/// Throws Error(bad_input) unless `bytes` of scratch for `bound` votes fit into the memory.
void check_scratch_fits(const gl::Facts& facts, std::uint32_t bound, std::uint64_t bytes);

/// Binds the count of records, for shaders that include compact/common.glsl.
void bind_count(const gl::Program& program, const Request& request);

/// Binds both sets of columns, and sets the places of the ring's first index and count.
void bind_columns(const gl::Program& program, const Request& request);

void bind_votes(const gl::Program& program, const Request& request);

/// Binds the word that receives the number of survivors.
void bind_survivors(const gl::Program& program, const Request& request);

}  // namespace winnow::compact
