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
        add(ui::Notice::Kind::info, std::move(text), now);
    }
    void warn(std::string text, session::Clock::time_point now = session::Clock::now()) {
        add(ui::Notice::Kind::warning, std::move(text), now);
    }
    void dismiss() { shown_.clear(); }
    /// The notices to show now.
    std::vector<ui::Notice> current(session::Clock::time_point now);

  private:
    struct Shown {
        ui::Notice notice;
        session::Clock::time_point since;
    };
    void add(ui::Notice::Kind kind, std::string text, session::Clock::time_point now);

    std::vector<Shown> shown_;
};

}  // namespace winnow::view
