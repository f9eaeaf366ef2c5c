// A stage as its program's developers see it: where instances are, and who got how much of the budget.
#pragma once

#include <span>

#include "gl/context.h"
#include "render/marks.h"
#include "stage/budget.h"
#include "stage/instance.h"

namespace winnow::stage {

/// An instance with its newest figures.
struct Watched {
    const Instance* instance;
    Figures figures;
};

/// Returns the boxes of the instances' particles, in colours of what each has of its wish, and a panel of the
/// budget and of the most significant instances that fits into a picture of this size.
render::Marks debug_marks(std::span<const Watched> all, const Budget& budget, gl::Size picture);

}  // namespace winnow::stage
