#include "effects/document.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "base/error.h"

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

/// Follows the parser through a text and knows the current place as a line and as a pointer. An event comes
/// when its token has been read, and one more character if the token is a number.
class Follower {
  public:
    explicit Follower(std::string_view text) : text_(text), read_(text.data()), counted_(text.data()) {}

    /// False if the handler has stopped the parser or the text is not JSON.
    template <typename Handler>
    bool run(Handler& handler) {
        return json::sax_parse(Cursor(text_.data(), &read_), Cursor(text_.data() + text_.size(), &read_),
                               &handler);
    }

    /// Returns the line of the last character of the token just read.
    int line() {
        const char* last = read_ > counted_ ? read_ - 1 : counted_;
        line_ += static_cast<int>(std::count(counted_, last, '\n'));
        counted_ = last;
        return line_;
    }

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
    std::string_view text_;
    const char* read_;
    const char* counted_;  // line_ is the line of this character
    int line_ = 1;
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
    Builder(std::string_view text, const std::string& origin) : follower_(text), origin_(origin) {}

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
        if (!is_new) fail_here("the key is there twice; must be there once");
        slot_ = &*place;
        return true;
    }

    bool parse_error(std::size_t, const std::string& token, const json::exception& error) {
        constexpr int number_overflow = 406;
        if (error.id == number_overflow)
            fail_here(fmt::format("must be a finite number, not {}", excerpt(token)));
        fail_here("not JSON: " + reason_of(error.what()));
    }

  private:
    [[noreturn]] void fail_here(const std::string& message) {
        refuse(origin_, follower_.line(), {follower_.pointer(), message});
    }

    /// Puts the value that begins now into its place: the document, the end of the open list, or the last
    /// key.
    json* place(json&& v) {
        if (++values_ > most_values)
            fail_here(fmt::format("must be at most {} values in a file", most_values));
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
    json root_;
    std::vector<json*> open_;  // each lies in the one before; only the last grows, so none moves
    json* slot_ = nullptr;     // value of the key just read
    std::size_t values_ = 0;
};

/// Finds the line of a pointer and stops the parser there.
class Locator {
  public:
    Locator(std::string_view text, const std::string& pointer) : follower_(text), sought_(pointer) {}

    int find() {
        follower_.run(*this);
        return found_;
    }

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
        if (follower_.depth() != depth_ || follower_.pointer() != sought_) return true;
        found_ = follower_.line();
        return false;
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
    const std::string& sought_;
    const std::size_t depth_ = static_cast<std::size_t>(std::count(sought_.begin(), sought_.end(), '/'));
    int found_ = 0;
};

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

Refusal::Refusal(const std::string& origin, int line, const Invalid& invalid)
    : Error(ExitStatus::bad_input,
            fmt::format("{}{}: {}{}{}", excerpt(origin, 1000), line > 0 ? fmt::format(":{}", line) : "",
                        excerpt(invalid.pointer), invalid.pointer.empty() ? "" : ": ", invalid.message)),
      line_(line),
      fault_(invalid) {}

void refuse(const std::string& origin, int line, const Invalid& invalid) {
    throw Refusal(origin, line, invalid);
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

json parse_document(std::string_view text, const std::string& origin) {
    if (is_blank(text)) refuse(origin, 0, {"", "is empty; must be a JSON object"});
    return Builder(text, origin).build();
}

int line_of(std::string_view text, const std::string& pointer) {
    return Locator(text, pointer).find();
}

}  // namespace winnow::effects
