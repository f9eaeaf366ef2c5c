// One shader's variants for requests of different shapes.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "compact/compactor.h"
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

}  // namespace winnow::compact
