#include "session/effect_file.h"

#include <utility>

#include "base/error.h"
#include "base/message.h"
#include "effects/json.h"

namespace winnow::session {

EffectFile::EffectFile(std::string name_or_path) : path_(std::move(name_or_path)) {
    if (effects::is_file(path_)) watch_.emplace(path_);
}

std::optional<effects::Effect> EffectFile::poll() {
    if (!watch_ || !watch_->poll()) return std::nullopt;
    const bool is_there = effects::is_file(path_);
    if (is_there)
        gone_since_.reset();
    else if (!gone_since_)
        gone_since_ = Clock::now();
    if (!is_there) return std::nullopt;
    try {
        effects::Effect effect = effects::load(path_);
        error_.clear();
        return effect;
    } catch (const Error& error) {
        if (error_ != error.what()) say(error.what());
        error_ = error.what();
        return std::nullopt;
    }
}

bool EffectFile::missing() const {
    constexpr std::chrono::milliseconds longest_renaming{300};
    return gone_since_ && Clock::now() - *gone_since_ > longest_renaming;
}

}  // namespace winnow::session
