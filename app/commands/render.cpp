#include "base/error.h"
#include "commands/commands.h"

namespace winnow::commands {

int run_render(const Options&) {
    absent("this build has no pictures yet; use winnow test");
}

}  // namespace winnow::commands
