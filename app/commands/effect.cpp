// winnow effect: extracts effects as files.
#include "base/error.h"
#include "base/output_file.h"
#include "commands/commands.h"
#include "effects/file_text.h"
#include "session/state_file.h"

namespace winnow::commands {
void declare(Arguments& arguments, EffectOptions& options) {
    arguments.finally([] { bad_input("winnow effect needs a command: extract; see winnow effect --help"); });
    Arguments& extract = arguments.add_command("extract", "write the effect that a saved state holds");
    extract.add_input("STATE", "A state that --save-state wrote", options.state);
    extract.add_output("--output", "FILE|-", "Where to write the effect (default -)", options.output);
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
