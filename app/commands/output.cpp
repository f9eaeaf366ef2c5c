#include "commands/output.h"

#include "base/message.h"

namespace winnow::commands {
namespace {

constexpr int indent = 2;

}  // namespace

ExitStatus finish_each(const std::vector<std::function<void()>>& finishers) {
    ExitStatus first = ExitStatus::fine;
    for (const auto& finish : finishers) {
        try {
            finish();
        } catch (...) {
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
    // Names from files, the system or the driver may be no UTF-8 and may turn a terminal's direction of
    // writing: all but ASCII is escaped.
    file_->write(document.dump(indent, ' ', true, nlohmann::json::error_handler_t::replace) + '\n');
    file_->commit();
}

}  // namespace winnow::commands
