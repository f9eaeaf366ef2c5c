#include "base/error.h"
#include "commands/commands.h"

namespace winnow::commands {

int run_bench(const Options&) {
    absent("this build has no bench yet");
}

}  // namespace winnow::commands
