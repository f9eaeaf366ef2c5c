// How a request reaches the shaders of any compactor.
#pragma once

#include "compact/compactor.h"
#include "gl/context.h"
#include "gl/program.h"

namespace winnow::compact {

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
