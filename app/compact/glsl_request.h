// How a request reaches the shaders of any compactor.
#pragma once

#include "compact/compactor.h"
#include "gl/context.h"
#include "gl/program.h"

namespace winnow::compact {

/// validate(), and whether shaders can be given the request's buffers.
void check_glsl_request(const gl::Facts& facts, const Request& request, VoteFormat format);

/// Both sets of columns, and the ring's words.
void bind_columns(const gl::Program& program, const Request& request);

void bind_votes(const gl::Program& program, const Request& request);

/// Where the number of survivors goes.
void bind_survivors(const gl::Program& program, const Request& request);

}  // namespace winnow::compact
