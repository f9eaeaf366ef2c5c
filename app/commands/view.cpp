// winnow view: opens the interactive demo.
#include "view/window_loop.h"

#include "base/time_line.h"
#include "commands/choice_arguments.h"
#include "commands/commands.h"
#include "session/start.h"

namespace winnow::commands {

void declare(Arguments& arguments, ViewOptions& options) {
    add_start(arguments, options);
    add_drawing(arguments, options);
    add_frames(arguments, "End after this many frames", options.frames);
    add_save_state(arguments, options.save_state);
    add_trace(arguments, options.trace);
    add_trace_events(arguments, options.trace_events);
    arguments.add_output("--record", "FILE", "Record every change to the simulation, to replay it later",
                         options.record);
    arguments.add_output("--ui-map", "FILE",
                         "Write each widget's name and rectangle as JSON, whenever they change",
                         options.ui_map);
    add_device(arguments, options);
}

int run(const ViewOptions& options) {
    state::require_writable(options.save_state);
    state::require_writable(options.record);
    state::require_writable(options.ui_map);
    TimeLine time_line(options.trace_events);
    const view::Opening opening{options,        options,       options,
                                time_line,      options.trace, options.save_state,
                                options.record, options.ui_map};
    return static_cast<int>(view::WindowLoop(opening, session::Start(options)).run(options.frames));
}

}  // namespace winnow::commands
