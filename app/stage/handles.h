// Numbers by which a caller names objects. A number is never used again, so that one of an object that is
// gone is recognised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

namespace winnow::stage {

/// The kind of object that a handle names: its upper byte.
enum class Kind : std::uint8_t { stage = 1, effect = 2, instance = 3 };

/// A handle: its kind, and a number that counts from 1; 0 names nothing.
using Handle = std::uint64_t;

/// The objects of one kind. Objects keep their addresses.
template <typename Object>
class Handles {
  public:
    explicit Handles(Kind kind) : base_(std::uint64_t{static_cast<std::uint8_t>(kind)} << kind_shift) {}

    Handle add(std::unique_ptr<Object> object) {
        const Handle handle = base_ | ++count_;
        objects_.emplace(handle, std::move(object));
        return handle;
    }
    /// Returns the object; null if there is none with this handle, or none any more.
    Object* find(Handle handle) const {
        const auto found = objects_.find(handle);
        return found == objects_.end() ? nullptr : found->second.get();
    }
    void remove(Handle handle) { objects_.erase(handle); }
    auto begin() const { return objects_.begin(); }
    auto end() const { return objects_.end(); }
    std::size_t size() const { return objects_.size(); }

  private:
    static constexpr int kind_shift = 56;

    std::uint64_t base_, count_ = 0;
    std::unordered_map<Handle, std::unique_ptr<Object>> objects_;
};

}  // namespace winnow::stage
