#include "base/error.h"
#include "commands/commands.h"

namespace winnow::commands {

int run_list(const Options&) {
    absent("this build has no list yet");
}

}  // namespace winnow::commands
