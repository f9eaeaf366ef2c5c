// The window's saved states.
#include "base/error.h"
#include "base/output_file.h"
#include "view/view.h"

namespace winnow::view {
namespace {

constexpr const char* default_state = "winnow.state";  // in the working directory

}  // namespace

void View::save_state() {
    const std::string path = save_path_.empty() || save_path_ == "-" ? default_state : save_path_;
    try {
        session::write_state(path, session_.save());
        load_path_ = path;
        notices_.info("Saved the state to " + absolute_path(path));
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

/// Of an effect of another name nothing is taken: what runs goes on.
void View::load_state() {
    const std::string path = load_path_.empty() ? default_state : load_path_;
    try {
        if (playback_.recording()) bad_input("a state cannot be loaded while input is recorded");
        const session::SavedState saved = session::read_state(path);
        const std::string& name = session_.settings().effect.name;
        if (saved.conditions.effect.name != name)
            bad_input("{}: it is of the effect \"{}\", not of \"{}\"", path, saved.conditions.effect.name,
                      name);
        const effects::Settings before = session_.settings();
        session::naming(path, [&] { playback_.restore(saved); });
        document_.changed(before, session_.settings(), {});
        after_change();
        notices_.info("Went back to the state in " + path);
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

}  // namespace winnow::view
