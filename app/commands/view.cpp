#include "base/error.h"
#include "commands/commands.h"

namespace winnow::commands {

int run_view(const Options&) {
    absent("this build has no window yet; use winnow render or winnow test");
}

}  // namespace winnow::commands
