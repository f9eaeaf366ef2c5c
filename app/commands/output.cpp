#include "commands/output.h"

namespace winnow::commands {
namespace {

constexpr int indent = 2;

}  // namespace

JsonFile::JsonFile(const std::string& path) {
    if (!path.empty()) file_.emplace(path);
}

void JsonFile::write(const nlohmann::ordered_json& document) {
    if (!file_) return;
    // Names from the system or the driver may be no UTF-8; they are shown as well as they can be.
    file_->write(document.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
    file_->commit();
}

}  // namespace winnow::commands
