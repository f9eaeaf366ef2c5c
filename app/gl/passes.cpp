#include "gl/passes.h"

#include <stdexcept>

namespace winnow::gl {

PassScope::PassScope(Passes& passes, PassId pass)
    : passes_(passes), pass_(pass), group_(passes.entries_.at(static_cast<std::size_t>(pass.index)).name) {
    const Passes::Entry& entry = passes_.entries_[static_cast<std::size_t>(pass_.index)];
    if (entry.reported) passes_.forget(pass_);  // from now on it is timed here
    passes_.timers_.begin(pass_.index, entry.work);
}

PassScope::~PassScope() {
    passes_.timers_.end(pass_.index);
}

PassId Passes::declare(std::string_view name, std::string_view summary, Work work) {
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].name == name) return {static_cast<int>(i)};
    if (entries_.size() == static_cast<std::size_t>(capacity)) throw std::logic_error("too many passes");
    entries_.push_back({std::string(name), std::string(summary), work, std::nullopt, 0});
    return {static_cast<int>(entries_.size()) - 1};
}

void Passes::report(PassId pass, double milliseconds) {
    entries_.at(static_cast<std::size_t>(pass.index)).reported = milliseconds;
}

void Passes::forget(PassId pass) {
    Entry& entry = entries_.at(static_cast<std::size_t>(pass.index));
    entry.reported.reset();
    entry.ignored = timers_.finished(pass.index);
}

std::optional<double> Passes::milliseconds(PassId pass) const {
    const Entry& entry = entries_.at(static_cast<std::size_t>(pass.index));
    if (entry.reported) return entry.reported;
    if (timers_.finished(pass.index) == entry.ignored) return std::nullopt;
    return timers_.milliseconds(pass.index);
}

std::vector<Passes::Row> Passes::rows() const {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < entries_.size(); ++i)
        rows.push_back({entries_[i].name, entries_[i].summary, milliseconds({static_cast<int>(i)})});
    return rows;
}

}  // namespace winnow::gl
