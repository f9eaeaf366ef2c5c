#include "base/output.h"

#include <exception>

#include "base/message.h"

namespace winnow {
namespace {

constexpr int indent = 2;

}  // namespace

ExitStatus finish_each(const std::vector<std::function<void()>>& finishers) {
    ExitStatus first = ExitStatus::fine;
    std::string said;
    for (const auto& finish : finishers) {
        try {
            finish();
        } catch (const std::exception& error) {
            if (said == error.what()) continue;  // a lost device fails all of them with the same message
            said = error.what();
            const ExitStatus status = say_current_exception();
            if (first == ExitStatus::fine) first = status;
        }
    }
    return first;
}

JsonFile::JsonFile(const std::string& path) {
    if (!path.empty()) file_.emplace(path);
}

void JsonFile::write(const nlohmann::ordered_json& document) {
    if (!file_) return;
    // Names from files, the system or the driver may be invalid UTF-8 or may reverse a terminal's text
    // direction, so everything but ASCII is escaped.
    file_->write(document.dump(indent, ' ', true, nlohmann::json::error_handler_t::replace) + '\n');
    file_->commit();
}

}  // namespace winnow
