// winnow effect: effects as files.
#include "base/error.h"
#include "base/output_file.h"
#include "commands/commands.h"
#include "effects/file_text.h"
#include "session/state_file.h"

namespace winnow::commands {
void declare(Arguments& arguments, EffectOptions& options) {
    arguments.finally(
        [] { bad_input("winnow effect needs to know what to do: extract; see winnow effect --help"); });
    Arguments& extract = arguments.add_command("extract", "write the effect that a saved state holds");
    extract.add_input("STATE", "What --save-state has written", options.state);
    extract.add_output("--output", "FILE|-", "Write it there (default -)", options.output);
    extract.finally([&options] {
        if (options.state.empty()) bad_input("winnow effect extract needs a saved state; see its --help");
    });
}

int run(const EffectOptions& options) {
    const session::SavedState saved = session::read_state(options.state);
    write_file(options.output, effects::file_text(saved.conditions.effect));
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
