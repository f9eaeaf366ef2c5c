#include "view/state_files.h"

#include <filesystem>

#include "base/error.h"
#include "base/output_file.h"
#include "effects/compile/replayable.h"
#include "state/state_file.h"

namespace winnow::view {
namespace {

constexpr const char* default_state = "winnow.state";  // in the working directory

std::string path_or_default(const std::string& path) {
    return path.empty() || path == "-" ? default_state : path;
}

}  // namespace

StateFiles::StateFiles(session::Session& session, session::Playback& playback, EffectEditor& editor,
                       DialogState& dialog, Notices& notices, const Opening& opening)
    : session_(session),
      playback_(playback),
      editor_(editor),
      dialog_(dialog),
      notices_(notices),
      save_path_(path_or_default(opening.save_state)),
      load_path_(opening.start.load_state.empty() ? default_state : opening.start.load_state) {}

void StateFiles::save() {
    const std::string path = absolute_path(save_path_);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return write();
    dialog_.ask(ui::Dialog::replace_state, "", path + " exists already.");
}

void StateFiles::replace() {
    dialog_.close();
    write();
}

void StateFiles::write() {
    try {
        require_regular_or_absent(save_path_);
        state::write_state(save_path_, session_.save());
        load_path_ = save_path_;
        notices_.written(Notices::Unwritten::state);
        const std::string why = effects::why_not_replayable(session_.settings().effect);
        const std::string path = absolute_path(save_path_);
        notices_.wrote("Saved the state to " + path + (why.empty() ? why : "; " + why), path);
    } catch (const Error& error) {
        notices_.keep(Notices::Unwritten::state, error.what());
    }
}

void StateFiles::load() {
    try {
        if (playback_.recording()) bad_input("a state cannot be loaded while input is recorded");
        const state::SavedState saved = state::read_state(load_path_);
        state::naming(load_path_, [&] { state::require_own_world(saved); });
        const std::string& name = session_.settings().effect.name;
        if (saved.conditions.effect.name != name)
            bad_input("{}: it holds the effect \"{}\", not \"{}\"", load_path_, saved.conditions.effect.name,
                      name);
        const effects::Settings before = session_.settings();
        state::naming(load_path_, [&] { playback_.restore(saved); });
        editor_.was_restored(before);
        notices_.info("Loaded the state from " + load_path_);
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

}  // namespace winnow::view
