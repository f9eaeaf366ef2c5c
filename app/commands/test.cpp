#include "base/error.h"
#include "commands/commands.h"

namespace winnow::commands {

int run_test(const Options&) {
    absent("this build has no test yet");
}

}  // namespace winnow::commands
