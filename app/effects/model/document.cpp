#include "effects/model/document.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "base/error.h"
#include "effects/model/strict_json.h"

namespace winnow::effects {

namespace {

using nlohmann::json;

/// An iterator over a text that records the furthest character that the parser has read.
class Cursor {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Cursor(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
    reference operator*() const { return *at_; }
    Cursor& operator++() {
        *furthest_ = ++at_;
        return *this;
    }
    Cursor operator++(int) {
        const Cursor before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Cursor& other) const { return at_ == other.at_; }
    bool operator!=(const Cursor& other) const { return at_ != other.at_; }

  private:
    const char* at_;
    const char** furthest_;
};

/// Returns the beginning of the token that ends with the last character, or one before it if it is a number.
const char* token_begin(const char* text, const char* last) {
    const auto is_escaped = [text](const char* at) {
        const char* before = at;
        while (before > text && before[-1] == '\\') --before;
        return (at - before) % 2 != 0;
    };
    if (*last == '"') {
        const char* at = last;
        while (at > text && (*--at != '"' || is_escaped(at))) {
        }
        return at;
    }
    if (*last == '{' || *last == '[') return last;
    constexpr std::string_view in_words = "+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const auto is_part = [&](char c) { return in_words.find(c) != std::string_view::npos; };
    const char* at = is_part(*last) || last == text ? last : last - 1;
    while (at > text && is_part(at[-1])) --at;
    return at;
}

/// Returns the place of the byte.
Place place_at(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const std::string_view in_line = before.substr(before.rfind('\n') + 1);
    return {1 + static_cast<int>(std::ranges::count(before, '\n')), 1 + characters_in(in_line)};
}

/// Follows the parser through a text and knows the current place as a line and as a pointer. An event comes
/// when its token has been read, and one more character if the token is a number.
class Follower {
  public:
    /// `json` is the text, blanked.
    Follower(std::string_view text, std::string json)
        : text_(text), json_(std::move(json)), read_(json_.data()) {}
    Follower(const Follower&) = delete;

    /// False if the handler has stopped the parser or the text is not JSON.
    template <typename Handler>
    bool run(Handler& handler) {
        return json::sax_parse(Cursor(json_.data(), &read_), Cursor(json_.data() + json_.size(), &read_),
                               &handler);
    }

    /// Returns the place where the token just read begins.
    Place token() { return place_of(token_begin(json_.data(), last_read())); }
    /// Returns the place of the character just read.
    Place character() { return place_of(last_read()); }

    std::string pointer() const {
        std::string text;
        for (const Level& level : levels_)
            if (level.is_list || level.has_key)
                text += '/' + (level.is_list ? std::to_string(level.index) : escaped(level.key));
        return text;
    }

    std::size_t depth() const { return levels_.size(); }

    void open(bool is_list) { levels_.push_back({.is_list = is_list}); }
    void close() {
        levels_.pop_back();
        next();
    }
    void enter(const std::string& key) {
        levels_.back().key = key;
        levels_.back().has_key = true;
    }
    /// Called when a value has ended.
    void next() {
        if (levels_.empty()) return;
        ++levels_.back().index;
        levels_.back().has_key = false;
    }

  private:
    struct Level {
        bool is_list = false;
        bool has_key = false;
        std::size_t index = 0;
        std::string key = {};
    };
    const char* last_read() const { return read_ > json_.data() ? read_ - 1 : read_; }

    /// The text has the same bytes before the place, but not the same number of characters.
    Place place_of(const char* at) const {
        return place_at(text_, static_cast<std::size_t>(at - json_.data()));
    }

    std::string_view text_;
    const std::string json_;
    const char* read_;
    std::vector<Level> levels_;
};

/// Returns "unexpected '}'; expected string literal" from the parser's long message.
std::string reason_of(const std::string& what) {
    std::size_t start =
        what.find(" - ");  // "... syntax error while parsing value - invalid literal; last read: 'x'"
    start = start == std::string::npos ? what.find(": ") + 1 : start + 2;
    return excerpt(std::string_view(what).substr(std::min(start + 1, what.size())), 160);
}

/// Builds the document from the parser's events; the first error throws Error(bad_input).
class Builder {
  public:
    Builder(std::string_view text, std::string json, const std::string& origin,
            std::vector<Refusal>* repeated)
        : follower_(text, std::move(json)), origin_(origin), repeated_(repeated) {}

    json build() {
        follower_.run(*this);  // an error throws
        return std::move(root_);
    }

    bool null() { return value(nullptr); }
    bool boolean(bool v) { return value(v); }
    bool number_integer(json::number_integer_t v) { return value(v); }
    bool number_unsigned(json::number_unsigned_t v) { return value(v); }
    bool number_float(json::number_float_t v, const std::string&) { return value(v); }
    bool string(std::string& v) { return value(std::move(v)); }
    bool binary(json::binary_t&) { return false; }  // not in JSON text
    bool start_object(std::size_t) { return open(json::object()); }
    bool start_array(std::size_t) { return open(json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        follower_.enter(name);
        const auto [place, is_new] = open_.back()->emplace(name, nullptr);
        if (!is_new) report_repeated();
        slot_ = &*place;
        return true;
    }

    bool parse_error(std::size_t, const std::string& token, const json::exception& error) {
        constexpr int number_overflow = 406;
        if (error.id == number_overflow)
            fail_here(fmt::format("must be a finite number, not {}", excerpt(token)));
        fail_at(follower_.character(), "not JSON: " + reason_of(error.what()));
    }

  private:
    void report_repeated() {
        const Refusal refusal(origin_, follower_.token(),
                              {follower_.pointer(), "the key is there twice; must be there once"});
        if (repeated_ == nullptr) throw refusal;
        if (repeated_->size() < Faults::max_kept) repeated_->push_back(refusal);
    }

    [[noreturn]] void fail_at(const Place& place, const std::string& message) {
        refuse(origin_, place, {follower_.pointer(), message});
    }
    [[noreturn]] void fail_here(const std::string& message) { fail_at(follower_.token(), message); }

    /// Puts the value that begins now into its place: the document, the end of the open list, or the last
    /// key.
    json* place(json&& v) {
        if (++values_ > max_values) fail_here(fmt::format("must be at most {} values in a file", max_values));
        if (open_.empty()) return &(root_ = std::move(v));
        if (open_.back()->is_array()) {
            open_.back()->push_back(std::move(v));
            return &open_.back()->back();
        }
        return &(*slot_ = std::move(v));
    }

    bool value(json v) {
        place(std::move(v));
        follower_.next();
        return true;
    }

    bool open(json empty) {
        if (open_.size() == deepest)
            fail_here(fmt::format("nested too deep; must be at most {} levels", deepest));
        const bool is_list = empty.is_array();
        open_.push_back(place(std::move(empty)));
        follower_.open(is_list);
        return true;
    }

    bool close() {
        open_.pop_back();
        follower_.close();
        return true;
    }

    Follower follower_;
    const std::string& origin_;
    std::vector<Refusal>* const repeated_;
    json root_;
    std::vector<json*> open_;  // each lies in the one before; only the last grows, so none moves
    json* slot_ = nullptr;     // value of the key just read
    std::size_t values_ = 0;
};

/// The places of pointers.
using Places = std::map<std::string, Place>;

/// Finds the places of pointers and stops the parser when it has them all.
class Locator {
  public:
    Locator(std::string_view text, Places& sought)
        : follower_(text, blanked(text)), sought_(sought), missing_(sought.size()) {
        for (const auto& [pointer, place] : sought)
            depths_.insert(static_cast<std::size_t>(std::ranges::count(pointer, '/')));
    }

    void find() { follower_.run(*this); }

    bool null() { return value(); }
    bool boolean(bool) { return value(); }
    bool number_integer(json::number_integer_t) { return value(); }
    bool number_unsigned(json::number_unsigned_t) { return value(); }
    bool number_float(json::number_float_t, const std::string&) { return value(); }
    bool string(std::string&) { return value(); }
    bool binary(json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(false); }
    bool start_array(std::size_t) { return open(true); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        follower_.enter(name);
        return look();
    }
    bool parse_error(std::size_t, const std::string&, const json::exception&) { return false; }

  private:
    /// Returns true if the parser is to go on.
    bool look() {
        if (!depths_.contains(follower_.depth())) return true;
        const auto found = sought_.find(follower_.pointer());
        if (found == sought_.end() || found->second.line != 0) return true;
        found->second = follower_.token();
        return --missing_ > 0;
    }
    bool value() {
        if (!look()) return false;
        follower_.next();
        return true;
    }
    bool open(bool is_list) {
        if (!look()) return false;
        follower_.open(is_list);
        return true;
    }
    bool close() {
        follower_.close();
        return true;
    }

    Follower follower_;
    Places& sought_;
    std::set<std::size_t> depths_;  // of the pointers
    std::size_t missing_;
};

/// Makes the pointer that of what it is in. Precondition: it is not that of the whole document.
void cut_last(std::string& pointer) {
    pointer.resize(pointer.rfind('/'));
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

Refusal::Refusal(const std::string& origin, const Place& place, const Invalid& invalid)
    : Error(ExitStatus::bad_input,
            fmt::format("{}{}{}: {}{}{}", excerpt(origin, 1000),
                        place.line > 0 ? fmt::format(":{}", place.line) : "",
                        place.column > 0 ? fmt::format(":{}", place.column) : "", excerpt(invalid.pointer),
                        invalid.pointer.empty() ? "" : ": ", invalid.message)),
      place_(place),
      fault_(invalid) {}

void refuse_at(const Path& path, std::string message) {
    throw Invalid{path.pointer(), std::move(message)};
}

void refuse(const std::string& origin, const Place& place, const Invalid& invalid) {
    throw Refusal(origin, place, invalid);
}

int characters_in(std::string_view utf8) {
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
    return static_cast<int>(std::ranges::count_if(utf8, begins));
}

std::string escaped(std::string_view key) {
    std::string text;
    for (const char c : key) {
        if (c == '~')
            text += "~0";
        else if (c == '/')
            text += "~1";
        else
            text += c;
    }
    return text;
}

void Faults::add(const Invalid& fault) {
    all_.push_back(fault);
    doubt(fault.pointer);
}

void Faults::doubt(std::string pointer) {
    at_.insert(pointer);
    while (at_or_below_.insert(pointer).second && !pointer.empty()) cut_last(pointer);
}

bool Faults::leave_sound(std::string pointer) const {
    if (at_or_below_.contains(pointer)) return false;
    while (!pointer.empty()) {
        cut_last(pointer);
        if (at_.contains(pointer)) return false;
    }
    return true;
}

std::string Path::pointer() const {
    if (above_ == nullptr) return {};
    const std::string token = key_.data() != nullptr ? escaped(key_) : std::to_string(index_);
    return above_->pointer() + '/' + token;
}

std::string excerpt(std::string_view text, std::size_t longest) {
    const bool cut = text.size() > longest;
    std::string line(text.substr(0, longest));
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    // dump() replaces every byte that is not UTF-8, parts of a character that was cut among them; parse()
    // removes the quotes and escapes again.
    using nlohmann::json;
    std::string valid =
        json::parse(json(line).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
    return cut ? valid + "..." : valid;
}

json parse_document(std::string_view text, const std::string& origin, std::vector<Refusal>* repeated) {
    const BeyondJson beyond = beyond_json(text);
    if (beyond.without_an_end)
        refuse(origin, place_at(text, *beyond.without_an_end), {"", "the comment has no end; must have */"});
    std::string blank_text = blanked(text, beyond);
    if (is_blank(blank_text)) refuse(origin, {}, {"", "is empty; must be a JSON object"});
    return Builder(text, std::move(blank_text), origin, repeated).build();
}

Place place_of(std::string_view text, const std::string& pointer) {
    Places places{{pointer, {}}};
    Locator(text, places).find();
    return places.at(pointer);
}

std::vector<Place> nearest_places(std::string_view text, std::span<const std::string> pointers) {
    Places places;
    for (std::string pointer : pointers)
        while (places.try_emplace(pointer).second && !pointer.empty()) cut_last(pointer);
    Locator(text, places).find();
    std::vector<Place> nearest;
    for (std::string pointer : pointers) {
        while (places.at(pointer).line == 0 && !pointer.empty()) cut_last(pointer);
        nearest.push_back(places.at(pointer));
    }
    return nearest;
}

}  // namespace winnow::effects
