// Parses JSON text into a document, and finds the line and the pointer of a part for error messages.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <exception>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace winnow::effects {

/// An error within app/effects, where no file is known; its public functions turn it into a winnow::Error
/// with file and line.
struct Invalid {
    std::string pointer;
    std::string message;
};

/// The faults of a document, in the order in which they are found. Only max_kept are: then nothing more is
/// looked at.
class Faults {
  public:
    static constexpr std::size_t max_kept = 1000;

    void add(const Invalid& fault);
    /// The part at the pointer may be meant by another one, which has a fault.
    void doubt(std::string pointer);
    const std::vector<Invalid>& all() const { return all_; }
    bool are_full() const { return all_.size() >= max_kept; }
    /// False if a fault is at the pointer, above it or below it.
    bool leave_sound(std::string pointer) const;

  private:
    std::vector<Invalid> all_;
    std::set<std::string> at_, at_or_below_;  // pointers of parts with a fault or doubt there
};

/// A JSON pointer that is written as text only when asked: each level refers to the one above, on the stack.
/// It knows where faults of its document are collected, if they are.
class Path {
  public:
    Path() = default;
    explicit Path(Faults& faults) : faults_(&faults) {}
    Path(const Path& above, std::string_view key) : above_(&above), key_(key), faults_(above.faults_) {}
    Path(const Path& above, std::size_t index) : above_(&above), index_(index), faults_(above.faults_) {}

    /// "/emitters/0/rate"; the whole document is "".
    std::string pointer() const;

    /// Calls read(). Where faults are collected, one that read() throws is collected, and the caller goes on
    /// with the next part. Returns true if there was none.
    template <typename Read>
    bool attempt(const Read& read) const {
        if (faults_ != nullptr && faults_->are_full()) return false;
        try {
            read();
            return true;
        } catch (const Invalid& fault) {
            if (faults_ == nullptr) throw;
            faults_->add(fault);
            return false;
        }
    }
    /// Likewise, but nothing is called for a part that has a fault already, which may cause others.
    template <typename Read>
    bool attempt_if_sound(const Read& read) const {
        return is_sound() && attempt(read);
    }

    /// False if a fault at this part, above it or below it was collected.
    bool is_sound() const { return faults_ == nullptr || faults_->leave_sound(pointer()); }
    /// After a fault of a part that may have been meant to be this one: this one does not count as sound.
    void doubt() const {
        if (faults_ != nullptr) faults_->doubt(pointer());
    }
    /// True if any fault of the document was collected.
    bool has_faults() const { return faults_ != nullptr && !faults_->all().empty(); }

  private:
    const Path* above_ = nullptr;
    std::string_view key_;  // data() is null for an element of a list
    std::size_t index_ = 0;
    Faults* faults_ = nullptr;
};

/// Throws Invalid for the part.
[[noreturn]] void refuse_at(const Path& path, std::string message);

/// Returns `text` for one line of a message: control characters and bytes that are not UTF-8 are replaced,
/// and text beyond `longest` bytes is cut.
std::string excerpt(std::string_view text, std::size_t longest = 100);

/// Returns the number of characters of a text.
int characters_in(std::string_view utf8);

/// Returns the key as a token of a JSON pointer, with ~ and / escaped.
std::string escaped(std::string_view key);

/// A place in a text, from 1. Columns count characters.
struct Place {
    int line = 0;    // 0: no place is known
    int column = 0;  // 0: the whole line
    bool operator==(const Place&) const = default;
};

/// A fault of a text, whose message names the parts too: "fountain.json:12:7: /emitters/0/rate: must be ...".
class Refusal : public Error {
  public:
    Refusal(const std::string& origin, const Place& place, const Invalid& invalid);
    const Place& place() const { return place_; }
    const Invalid& fault() const { return fault_; }

  private:
    Place place_;
    Invalid fault_;
};

/// Throws Refusal, which is an Error(bad_input).
[[noreturn]] void refuse(const std::string& origin, const Place& place, const Invalid& invalid);

inline constexpr int deepest = 64;  // levels of nesting
inline constexpr std::size_t max_values =
    2'000'000;  // in a document; one with MAX_EMITTERS emitters has a third of that

/// Returns the document, which may have comments and trailing commas. A byte order mark is skipped. Throws
/// Error(bad_input), one line with `origin`, place
/// and pointer, if the text is not JSON or empty, goes on after the end, has a key twice in one object, nests
/// deeper than `deepest`, holds more than `max_values` values or a number beyond a double. Time and memory
/// are linear in the text, the stack is constant. With `repeated`, keys that are there again are put there,
/// and the last one counts.
nlohmann::json parse_document(std::string_view text, const std::string& origin,
                              std::vector<Refusal>* repeated = nullptr);

/// Returns the place where `pointer` is in `text`: of a member its key's, of an element its value's; none if
/// it is not there. Meant for errors only, because it parses the text again.
Place place_of(std::string_view text, const std::string& pointer);
/// Returns the place of each pointer or, if the text does not have it, of what it should be in.
std::vector<Place> nearest_places(std::string_view text, std::span<const std::string> pointers);

}  // namespace winnow::effects
