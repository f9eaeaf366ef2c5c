// winnow pack: writes an effect as one file, with all files that it needs.
#include "base/output_file.h"
#include "commands/commands.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "effects/format/packing.h"

namespace winnow::commands {

void declare(Arguments& arguments, PackOptions& options) {
    arguments.add_effect("EFFECT", "The effect's file, or a built-in effect", options.effect);
    arguments.add_output("--output", "FILE|-", "Where to write it (default -)", options.output);
}

int run(const PackOptions& options) {
    if (options.effect.empty()) bad_input("winnow pack needs an effect; see its --help");
    const effects::Effect effect = effects::load(options.effect);
    write_file(options.output.empty() ? "-" : options.output,
               effects::edited_text(effects::read_source(options.effect), effects::pack(effect)));
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace winnow::commands
