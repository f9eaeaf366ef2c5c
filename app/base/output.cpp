#include "base/output.h"

#include <exception>

#include "base/json_text.h"
#include "base/message.h"

namespace winnow {

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
    file_->write(json_lines(document));
    file_->commit();
}

}  // namespace winnow
