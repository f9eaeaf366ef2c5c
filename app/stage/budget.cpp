#include "stage/budget.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.h"

namespace winnow::stage {

Budget::Budget(std::uint32_t particles, bool deals) : particles_(particles), deals_(deals) {
    if (particles == 0) bad_input("budget: must be at least one particle");
}

void Budget::add(Instance& instance, std::uint32_t asked) {
    if (left() == 0 && !deals_)
        bad_input("budget: the instances have all {} particles; end some, or ask for more", particles_);
    instance.room = static_cast<std::uint32_t>(std::min<std::uint64_t>(asked, left()));
    instance.whole = deals_ ? asked : instance.room;
    taken_ += instance.room;
    wished_ += instance.wish();
    is_to_be_dealt_ = is_to_be_dealt_ || wished_ > particles_;
}

void Budget::remove(const Instance& instance) {
    is_to_be_dealt_ = is_to_be_dealt_ || wished_ > particles_;
    taken_ -= instance.room;
    wished_ -= instance.wish();
}

void Budget::set_significance(Instance& instance, float significance) {
    const float next = checked_significance(significance);
    if (std::exchange(instance.significance, next) != next && wished_ > particles_) is_to_be_dealt_ = deals_;
}

void Budget::set_share(Instance& instance, double share) {
    if (share == instance.share) return;
    wished_ -= instance.wish();
    instance.share = share;
    wished_ += instance.wish();
    is_to_be_dealt_ = deals_;
    if (instance.pool != nullptr) instance.pool->set_room(instance, instance.room);
}

void Budget::deal(const Handles<Instance>& instances, Pools& pools) {
    if (!std::exchange(is_to_be_dealt_, false)) return;
    std::vector<Instance*> order;
    for (const auto& [handle, instance] : instances) order.push_back(instance.get());
    std::ranges::sort(order, [](const Instance* a, const Instance* b) { return comes_before(*a, *b); });
    taken_ = 0;
    for (Instance* const one : order) {
        const auto room = static_cast<std::uint32_t>(std::min<std::uint64_t>(one->wish(), left()));
        taken_ += room;
        if (one->pool == nullptr)
            one->room = room;
        else if (room != one->room)
            one->pool->set_room(*one, room);
    }
    pools.grow_to_rooms();
}

}  // namespace winnow::stage
