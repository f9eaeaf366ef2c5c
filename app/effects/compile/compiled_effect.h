// An effect with everything that is made of it. It is made once, when an effect is read or edited, and handed
// on from the settings to the simulation and to drawing.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "effects/compile/rate.h"
#include "effects/compile/stack.h"
#include "effects/compile/stack_program.h"
#include "effects/compile/transform.h"
#include "effects/data/scene_mesh.h"
#include "effects/expression/expression.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// A name that an expression may use.
struct UsableName {
    std::string name;
    ExpressionType type = ExpressionType::number;
    bool is_let = false;
    bool operator==(const UsableName&) const = default;
};
using UsableNames = std::shared_ptr<const std::vector<UsableName>>;  // never null

/// An expression as it was read, for those who help to write it.
struct ReadExpression {
    Expression expression;
    UsableNames names;  // shared with others that may use the same
};

struct CompiledEffect {
    Effect effect;
    std::vector<StackValue> rates;                 // of births, by emitter; rate.h computes them
    std::vector<std::vector<BurstValues>> bursts;  // by emitter and burst, likewise
    std::vector<Stack> stacks;                     // by emitter
    Motions motions;
    StackProgram program;
    std::vector<ShapeBounds> object_bounds;  // of the scenery's objects, as bounds_of() returns them
    std::map<std::string, ReadExpression> expressions;  // by pointer below the effect's
};
using Compiled = std::shared_ptr<const CompiledEffect>;

/// Checks everything that the limits of single fields do not state, and compiles. If the effect differs from
/// that of `before` in numbers only, the texts of its programs are those. Throws Invalid with a pointer below
/// the effect's, `path`. Where faults are collected, parts with a fault and what may follow from them are not
/// looked at, and null is returned if there is any fault.
Compiled compile(const Effect& effect, const Path& path, const Compiled& before = nullptr);
/// Likewise. Throws Error(bad_input), one line with a pointer.
Compiled compile(const Effect& effect, const Compiled& before = nullptr);

/// Returns the program of an effect's emitters. Throws as compile() does.
inline StackProgram program_of(const Effect& effect) {
    return compile(effect)->program;
}

/// How often something was done since the program began, for tests of what an edit costs.
struct CompileCounts {
    std::uint64_t compiled = 0, texts_written = 0;
};
CompileCounts compile_counts();

}  // namespace winnow::effects
