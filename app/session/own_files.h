// Copies the files of an effect that is saved into another folder.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "effects/model/effect.h"

namespace winnow::session {

/// Copies the modules and data that the effect uses from its folder into another one, under the same names
/// below it, so that it can be opened there. Files that are there already with the same contents stay. Calls
/// `require` with the path of each, there or not, before the first copy is made. Returns how many were
/// copied. Throws Error(bad_input) if a file is there with other contents or cannot be copied, and what
/// `require` throws.
std::size_t carry_files(const effects::Effect& effect, const std::string& folder,
                        const std::function<void(const std::string&)>& require);

}  // namespace winnow::session
