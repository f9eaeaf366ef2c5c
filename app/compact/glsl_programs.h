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
        const std::string file = request.fold == nullptr ? "" : request.fold->file;
        const auto key = std::pair(request.columns.size(), file);
        const auto known = programs_.find(key);
        if (known != programs_.end()) return known->second;
        const auto defines = defines_(request.columns.size(), request.fold);
        return programs_.emplace(key, shaders_.load_compute(path_, defines)).first->second;
    }

  private:
    gl::ShaderLibrary& shaders_;
    std::string path_;
    DefinesOf defines_;
    std::map<std::pair<std::size_t, std::string>, gl::Program> programs_;
};

}  // namespace winnow::compact
