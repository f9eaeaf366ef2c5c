// Runs a soak, prints what the process holds as a table, and checks that it does not grow.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "soak/soak.h"
#include "support/gl_objects.h"

namespace winnow::test {

/// Counts the live objects of another API than OpenGL, by kind.
using CountObjects = std::function<std::map<std::string, int>()>;

/// Soaks for WINNOW_SOAK seconds (15 if the environment does not set it) and prints the course. Fails the
/// test unless memory stays flat after the first rounds (of the process, and more narrowly of its heap), the
/// number of objects of each kind except programs, queries and fences is the same after each later round, and
/// no object remains when a session ends. `more` counts objects that are not OpenGL's; those that exist
/// before the soak are not counted. The seed is WINNOW_SOAK_SEED, or 1.
void expect_flat_course(gl::Context& context, const std::vector<std::string>& backends,
                        const CountObjects& more = {});

}  // namespace winnow::test
