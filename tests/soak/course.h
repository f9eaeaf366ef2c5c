// The course of a soak: what the process holds, as a table, and whether that stays what it was.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "soak/soak.h"
#include "support/gl_objects.h"

namespace winnow::test {

/// Objects by their kind, of an API beside OpenGL.
using CountObjects = std::function<std::map<std::string, int>()>;

/// Soaks for WINNOW_SOAK seconds (15 unless the environment says more), prints the course, and fails the test
/// unless memory stays flat after the first rounds, every kind of object but programs, queries and fences is,
/// after each round, as many as after them, and where a session ends none is left. `more`: objects that are
/// not OpenGL's; those that live before are not counted. The seed is WINNOW_SOAK_SEED, or 1.
void expect_flat_course(gl::Context& context, const std::vector<std::string>& backends,
                        const CountObjects& more = {});

}  // namespace winnow::test
