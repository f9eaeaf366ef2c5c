// The places where two versions of an effect differ, in a person's words, with the edits that make one like
// the other.
#pragma once

#include <string>
#include <vector>

#include "ui/model.h"

namespace winnow::view {

/// Returns where `mine` differs from `theirs`. Emitters, modules and other elements of lists that only one of
/// them has are told by name. `where`: how the values of `theirs` are told, "in the file". Each edit is one
/// of settings whose effect is `mine`.
std::vector<ui::Difference> differences(const effects::Effect& mine, const effects::Effect& theirs,
                                        const std::string& where);

}  // namespace winnow::view
