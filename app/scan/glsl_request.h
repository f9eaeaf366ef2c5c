// How a request reaches the shaders of any grid strategy.
#pragma once

#include "gl/program.h"
#include "gl/words.h"
#include "scan/scan.h"

namespace winnow::scan {

/// validate(), and whether shaders can be given the request's buffers.
void check_glsl_request(const gl::Facts& facts, const Request& request, ScanType type);

/// Input and output, and where in them the elements begin. A null buffer is left unbound.
void bind_elements(const gl::Program& program, gl::Words input, gl::Words output, ScanType type);

/// The count and the total.
void bind_words(const gl::Program& program, const Request& request, ScanType type);

}  // namespace winnow::scan
