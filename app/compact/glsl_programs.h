// One shader's variants for requests of different shapes.
#pragma once

#include <functional>
#include <map>
#include <string>
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
    const gl::Program& of(const Request& request) {
        const auto defines = defines_(request.columns.size(), request.fold);
        const auto known = programs_.find(defines);
        if (known != programs_.end()) return known->second;
        return programs_.emplace(defines, shaders_.load_compute(path_, defines)).first->second;
    }

  private:
    gl::ShaderLibrary& shaders_;
    std::string path_;
    DefinesOf defines_;
    std::map<gl::Defines, gl::Program> programs_;
};

}  // namespace winnow::compact
