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
    /// Says why something failed, such as a save; it stays until it is dismissed or forget_kept() is called.
    void keep(std::string text, session::Clock::time_point now = session::Clock::now()) {
        warn(std::move(text), now);
        shown_.back().stays = true;
    }
    void forget_kept() {
        std::erase_if(shown_, [](const Shown& one) { return one.stays; });
    }
    void dismiss() { shown_.clear(); }
    /// The notices to show now.
    std::vector<ui::Notice> current(session::Clock::time_point now);

  private:
    struct Shown {
        ui::Notice notice;
        session::Clock::time_point since;
        bool stays = false;  // however much time passes
    };
    void add(ui::Notice notice, session::Clock::time_point now);

    std::vector<Shown> shown_;
};

}  // namespace winnow::view
