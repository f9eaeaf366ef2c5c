// What the window tells in passing: news go by themselves, warnings stay until they are dismissed.
#pragma once

#include <string>
#include <vector>

#include "commands/pace.h"
#include "ui/model.h"

namespace winnow::commands {

class Notices {
  public:
    void info(std::string text) { add(ui::Notice::Kind::info, std::move(text)); }
    void warn(std::string text) { add(ui::Notice::Kind::warning, std::move(text)); }
    void dismiss() { shown_.clear(); }
    /// Those to show now.
    std::vector<ui::Notice> current(Clock::time_point now);

  private:
    struct Shown {
        ui::Notice notice;
        Clock::time_point since;
    };
    void add(ui::Notice::Kind kind, std::string text);

    std::vector<Shown> shown_;
};

}  // namespace winnow::commands
