#include "session/effect_document.h"

#include <filesystem>
#include <utility>

namespace winnow::session {

void EffectDocument::open(std::string name, bool is_file, const effects::Effect& saved,
                          const effects::Effect& running) {
    name_ = std::move(name);
    is_file_ = is_file;
    saved_ = saved;
    asked_prewarm_ = running.prewarm != saved.prewarm ? std::optional(running.prewarm) : std::nullopt;
    missing_ = false;
    theirs_.reset();
    history_.clear();
    compare(running);
}

std::string EffectDocument::short_name() const {
    if (name_.empty()) return "untitled";
    return is_file_ ? std::filesystem::path(name_).filename().string() : name_;
}

effects::Effect EffectDocument::to_save(const effects::Effect& running) const {
    effects::Effect effect = running;
    if (effect.prewarm == asked_prewarm_) effect.prewarm = saved_.prewarm;
    return effect;
}

void EffectDocument::compare(const effects::Effect& running) {
    differs_ = to_save(running) != saved_;
}

void EffectDocument::changed(const effects::Settings& before, const effects::Settings& after,
                             const effects::Edit& edit, Gesture gesture) {
    history_.note(before, after, edit, gesture);
    compare(after.effect);
}

void EffectDocument::went_back(const effects::Settings& now) {
    history_.undone();
    compare(now.effect);
}

void EffectDocument::went_forth(const effects::Settings& now) {
    history_.redone();
    compare(now.effect);
}

void EffectDocument::replayed(const effects::Effect& running) {
    if (name_.empty() && !differs_) saved_ = running;
    compare(running);
}

void EffectDocument::saved_as(const std::string& path, const effects::Effect& running) {
    name_ = path;
    is_file_ = true;
    missing_ = false;
    file_holds(to_save(running), running);
}

EffectDocument::FileNews EffectDocument::file_changed(const effects::Effect& theirs,
                                                      const effects::Effect& running) {
    const bool is_known = theirs == saved_;
    if (is_known || theirs == to_save(running)) {
        file_holds(theirs, running);
        return FileNews::nothing;
    }
    if (!differs_) return FileNews::read_again;
    theirs_ = theirs;
    return FileNews::conflict;
}

void EffectDocument::file_holds(const effects::Effect& theirs, const effects::Effect& running) {
    saved_ = theirs;
    theirs_.reset();
    compare(running);
}

}  // namespace winnow::session
