// Notices that the window shows for a limited time: information for a short one, warnings long enough to be
// read.
#pragma once

#include <string>
#include <vector>

#include "session/clocks.h"
#include "ui/model.h"

namespace winnow::view {

class Notices {
  public:
    static constexpr std::chrono::seconds news_stay{6}, warnings_stay{12};

    void info(std::string text, session::Clock::time_point now = session::Clock::now()) {
        add({ui::Notice::Kind::info, std::move(text)}, now);
    }
    /// Says that a file was written, which the person may open; it stays as long as a warning.
    void wrote(std::string text, std::string file, session::Clock::time_point now = session::Clock::now()) {
        add({ui::Notice::Kind::info, std::move(text), std::move(file)}, now);
    }
    void warn(std::string text, session::Clock::time_point now = session::Clock::now()) {
        add({ui::Notice::Kind::warning, std::move(text)}, now);
    }
    /// The kinds of output that may fail to be written.
    enum class Unwritten { none, effect, copy, state, picture, film };
    /// Says why something could not be written; it stays, however much time passes, until it is dismissed or
    /// another try is told.
    void keep(Unwritten what, std::string text, session::Clock::time_point now = session::Clock::now()) {
        written(what);
        warn(std::move(text), now);
        shown_.back().kept = what;
    }
    void written(Unwritten what) {
        std::erase_if(shown_, [&](const Shown& one) { return one.kept == what; });
    }
    void dismiss() { shown_.clear(); }
    /// None ends while they are held; afterwards each stays its whole time again.
    void hold(bool held) { held_ = held; }
    /// The notices to show now.
    std::vector<ui::Notice> current(session::Clock::time_point now);

  private:
    struct Shown {
        ui::Notice notice;
        session::Clock::time_point since;
        Unwritten kept = Unwritten::none;
    };
    void add(ui::Notice notice, session::Clock::time_point now);

    std::vector<Shown> shown_;
    bool held_ = false;
};

}  // namespace winnow::view
