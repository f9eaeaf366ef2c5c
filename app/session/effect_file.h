// An effect file that is followed while it is edited.
#pragma once

#include <optional>
#include <string>

#include "base/file_watch.h"
#include "effects/effect.h"
#include "session/pace.h"

namespace winnow::session {

class EffectFile {
  public:
    /// `name_or_path` as on the command line; a built-in effect never changes. Throws as FileWatch does.
    explicit EffectFile(std::string name_or_path);

    /// The effect as it is now, if the file changed since the last call and is valid. Never waits.
    std::optional<effects::Effect> poll();
    /// Whether the file has been gone for longer than editors need that save by renaming.
    bool missing() const;
    /// Why the file's present state is refused, with its line; empty: it is not.
    const std::string& error() const { return error_; }

  private:
    std::string path_;
    std::optional<FileWatch> watch_;
    std::string error_;
    std::optional<Clock::time_point> gone_since_;
};

}  // namespace winnow::session
