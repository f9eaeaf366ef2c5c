#include "effects/format/source_edit.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "effects/model/strict_json.h"

namespace winnow::effects {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view blanks = " \t\r\n";

/// A value in the text, and what is in it.
struct Node {
    std::size_t begin = 0, end = 0;  // of the value
    std::size_t item_begin = 0;      // of a member, where its key begins; else `begin`
    std::string key = {};            // of a member
    char kind = 0;                   // the first character: { of an object, [ of a list
    std::vector<Node> items = {};
};

/// Finds where the values of a JSON text are, which has no comments. What the text says is not checked.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {}

    Node scan() {
        at_ = text_.find_first_of("{[");  // behind a byte order mark
        return value();
    }

  private:
    void skip_blanks() { at_ = text_.find_first_not_of(blanks, at_); }

    std::string_view string() {
        const std::size_t begin = at_++;
        for (; text_[at_] != '"'; ++at_)
            if (text_[at_] == '\\') ++at_;
        ++at_;
        return text_.substr(begin, at_ - begin);
    }

    Node value() {
        Node node{.begin = at_, .item_begin = at_, .kind = text_[at_]};
        if (node.kind == '{' || node.kind == '[')
            items(node);
        else if (node.kind == '"')
            string();
        else
            at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
        node.end = at_;
        return node;
    }

    void items(Node& node) {
        const char closing = node.kind == '{' ? '}' : ']';
        for (++at_, skip_blanks(); text_[at_] != closing; skip_blanks()) {
            if (text_[at_] == ',') {
                ++at_;
                skip_blanks();
            }
            const std::size_t begin = at_;
            std::string key;
            if (node.kind == '{') {
                key = Json::parse(string()).get<std::string>();
                at_ = text_.find_first_not_of(blanks, text_.find(':', at_) + 1);
            }
            node.items.push_back(value());
            node.items.back().item_begin = begin;
            node.items.back().key = std::move(key);
        }
        ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

/// Writes the new text of nodes. A comment belongs to the item that it stands before or, if nothing but
/// comments follows in the line, behind: it goes where the item goes.
class Editor {
  public:
    Editor(std::string_view text, const BeyondJson& beyond, const WriteValue& write_value)
        : text_(text), beyond_(beyond), write_value_(write_value) {}

    std::string edited(const Node& node, const Json& before, const Json& after) const {
        if (before == after) return slice(node.begin, node.end);
        if (node.kind == '{' && before.is_object() && after.is_object() && !node.items.empty())
            return edited_object(node, before, after);
        if (node.kind == '[' && before.is_array() && after.is_array() && !after.empty() &&
            !node.items.empty() && node.items.size() == before.size())
            return edited_list(node, before, after);
        return written(after, node.begin);
    }

  private:
    /// A member or an element of the new text, and the item of the old text that it was, if any.
    struct Piece {
        std::string text;
        std::optional<std::size_t> was;
    };

    std::string slice(std::size_t begin, std::size_t end) const {
        return std::string(text_.substr(begin, end - begin));
    }
    std::size_t line_begin(std::size_t at) const { return text_.rfind('\n', at == 0 ? 0 : at - 1) + 1; }
    std::size_t column_at(std::size_t at) const { return at - line_begin(at); }
    std::size_t indent_at(std::size_t at) const {
        const std::size_t begin = line_begin(at);
        return text_.find_first_not_of(" \t", begin) - begin;
    }

    /// Writes a new value in the style of the one at this place, with the line ends of the text.
    std::string written(const Json& value, std::size_t at, std::size_t after_key = 0) const {
        std::string result = write_value_(value, indent_at(at), column_at(at) + after_key);
        if (text_.find("\r\n") == std::string_view::npos) return result;
        for (std::size_t end = 0; (end = result.find('\n', end)) != std::string::npos; end += 2)
            result.insert(end, 1, '\r');
        return result;
    }

    /// Returns the first comment that begins at the place or behind it.
    std::vector<Comment>::const_iterator comment_from(std::size_t at) const {
        return std::ranges::lower_bound(beyond_.comments, at, {}, &Comment::begin);
    }
    bool has_comment(std::size_t begin, std::size_t end) const {
        const auto found = comment_from(begin);
        return found != beyond_.comments.end() && found->begin < end;
    }
    bool is_in(std::size_t begin, std::size_t end, std::string_view characters) const {
        return text_.substr(begin, end - begin).find_first_not_of(characters) == std::string_view::npos;
    }

    /// Returns the end of the comments that stand here, before `limit`, if they end the line or `is_last`.
    std::size_t comments_end(std::size_t begin, std::size_t limit, bool is_last) const {
        std::size_t end = begin;
        for (auto next = comment_from(begin);
             next != beyond_.comments.end() && next->begin < limit && is_in(end, next->begin, " \t"); ++next)
            end = next->end;
        const std::size_t after = std::min(text_.find_first_not_of(" \t", end), limit);
        const bool ends_line = after < limit ? text_[after] == '\n' || text_[after] == '\r' : is_last;
        return ends_line ? end : begin;
    }

    /// The places around the items of a node.
    struct Around {
        std::size_t begin = 0;             // of the blanks and comments before the item
        std::optional<std::size_t> comma;  // behind it
        std::size_t end = 0;               // of the comments that stand behind it in its line
    };

    std::vector<Around> around_items(const Node& node) const {
        std::vector<Around> all;
        std::size_t begin = comments_end(node.begin + 1, node.items.front().item_begin, false);
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const bool is_last = i + 1 == node.items.size();
            const std::size_t limit = is_last ? node.end - 1 : node.items[i + 1].item_begin;
            Around around{begin, comma_between(node.items[i].end, limit, is_last), {}};
            around.end = comments_end(around.comma ? *around.comma + 1 : node.items[i].end, limit, is_last);
            begin = around.end;
            all.push_back(around);
        }
        return all;
    }

    std::optional<std::size_t> comma_between(std::size_t begin, std::size_t end, bool is_last) const {
        if (is_last) {
            const auto found = std::ranges::lower_bound(beyond_.trailing_commas, begin);
            return found != beyond_.trailing_commas.end() && *found < end ? std::optional(*found)
                                                                          : std::nullopt;
        }
        for (std::size_t at = begin; at < end; ++at) {
            const auto comment = comment_from(at);
            if (comment != beyond_.comments.end() && comment->begin == at)
                at = comment->end - 1;
            else if (text_[at] == ',')
                return at;
        }
        return std::nullopt;
    }

    /// Returns the blanks before an item as they are without comments, from the last line end.
    std::string blanks_before(const Node& node, const std::vector<Around>& around, std::size_t i) const {
        const std::size_t begin = around[i].begin, end = node.items[i].item_begin;
        if (!has_comment(begin, end)) return slice(begin, end);
        const std::size_t last = text_.rfind('\n', end);
        if (last == std::string_view::npos || last < begin) return i == 0 ? "" : " ";
        return line_end() + std::string(indent_at(end), ' ');
    }

    /// Returns the blanks before a new item, as others of the node have them.
    std::string blanks_of_new(const Node& node, const std::vector<Around>& around) const {
        if (node.items.size() > 1) return blanks_before(node, around, 1);
        const std::string first = blanks_before(node, around, 0);
        return first.find('\n') != std::string::npos ? first : " ";
    }

    std::string line_end() const { return text_.find("\r\n") == std::string_view::npos ? "\n" : "\r\n"; }

    /// Returns the blanks and comments before a piece, which is the k-th.
    std::string text_before(const Node& node, const std::vector<Around>& around, const Piece& piece,
                            std::size_t k) const {
        if (piece.was && has_comment(around[*piece.was].begin, node.items[*piece.was].item_begin))
            return slice(around[*piece.was].begin, node.items[*piece.was].item_begin);
        if (k == 0) return blanks_before(node, around, 0);
        return piece.was && *piece.was > 0 ? blanks_before(node, around, *piece.was)
                                           : blanks_of_new(node, around);
    }

    /// Appends what stands behind a piece, with the comma if it has one.
    void add_behind(const Node& node, const std::vector<Around>& around, const Piece& piece, bool has_comma,
                    std::string& result) const {
        if (!piece.was) {
            if (has_comma) result += ',';
            return;
        }
        const std::size_t item_end = node.items[*piece.was].end;
        const auto& [begin, comma, end] = around[*piece.was];
        if (comma && (has_comma || has_comment(item_end, *comma))) result += slice(item_end, *comma);
        if (has_comma) result += ',';
        result += slice(comma ? *comma + 1 : item_end, end);
    }

    /// True if a comment ends here that goes to the end of its line.
    bool is_behind_line_comment(std::size_t at) const {
        const auto next = comment_from(at);
        if (next == beyond_.comments.begin()) return false;
        const Comment& last = *std::prev(next);
        return last.end == at && text_.substr(last.begin, 2) == "//";
    }

    std::string joined(const Node& node, const std::vector<Piece>& pieces) const {
        const std::vector<Around> around = around_items(node);
        std::string result = node.kind + slice(node.begin + 1, around.front().begin);
        std::optional<std::size_t> copied = around.front().begin;  // from before here, last
        const auto add = [&](const std::string& text, std::size_t indent_from) {
            const std::size_t first = text.find_first_not_of(" \t");
            const bool begins_line =
                first != std::string::npos && (text[first] == '\n' || text[first] == '\r');
            if (copied && is_behind_line_comment(*copied) && !begins_line)
                result += line_end() + std::string(indent_at(indent_from), ' ');
            result += text;
        };
        for (std::size_t k = 0; k < pieces.size(); ++k) {
            add(text_before(node, around, pieces[k], k), node.items.front().item_begin);
            result += pieces[k].text;
            copied = pieces[k].was ? std::optional(around[*pieces[k].was].end) : std::nullopt;
            add_behind(node, around, pieces[k], k + 1 < pieces.size() || around.back().comma.has_value(),
                       result);
        }
        add(slice(around.back().end, node.end), node.begin);
        return result;
    }

    std::string edited_object(const Node& node, const Json& before, const Json& after) const {
        std::vector<Piece> pieces;
        std::vector<std::string> keys;  // of the pieces
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const Node& item = node.items[i];
            const auto old = before.find(item.key), now = after.find(item.key);
            if (now == after.end() && old != before.end()) continue;  // it is a default now
            std::string text = slice(item.item_begin, item.begin);
            text += now == after.end() ? slice(item.begin, item.end)
                                       : edited(item, old == before.end() ? Json() : *old, *now);
            pieces.push_back({std::move(text), i});
            keys.push_back(item.key);
        }
        std::ptrdiff_t place = 0;  // behind the member that comes before in `after`
        for (const auto& [key, value] : after.items()) {
            const auto found = std::ranges::find(keys, key);
            if (found != keys.end()) {
                place = found - keys.begin() + 1;
                continue;
            }
            pieces.insert(pieces.begin() + place, {new_member(node, key, value), std::nullopt});
            keys.insert(keys.begin() + place, key);
            ++place;
        }
        return pieces.empty() ? "{}" : joined(node, pieces);
    }

    std::string new_member(const Node& node, const std::string& key, const Json& value) const {
        const std::size_t first = node.items.front().item_begin;
        const std::string begin = Json(key).dump() + ": ";
        return begin + written(value, first, begin.size());
    }

    std::string edited_list(const Node& node, const Json& before, const Json& after) const {
        const std::vector<std::optional<std::size_t>> origins = origins_of(before, after);
        const std::size_t first = node.items.front().begin;
        std::vector<Piece> pieces;
        for (std::size_t k = 0; k < after.size(); ++k) {
            const auto was = origins[k];
            pieces.push_back(
                {was ? edited(node.items[*was], before[*was], after[k]) : written(after[k], first), was});
        }
        return joined(node, pieces);
    }

    /// True if two elements of a list are versions of one thing: emitters, properties and objects have names,
    /// and modules are uses of a module.
    static bool is_same_thing(const Json& a, const Json& b) {
        if (!a.is_object() || !b.is_object()) return false;
        for (const char* key : {"name", "module"})
            if (a.contains(key) || b.contains(key))
                return a.contains(key) && b.contains(key) && a[key] == b[key];
        return false;
    }

    /// Returns which element of the old list each one of the new list was: an equal one; else a version of
    /// the same thing; else, in a list of the same length, the one in its place.
    static std::vector<std::optional<std::size_t>> origins_of(const Json& before, const Json& after) {
        std::vector<std::optional<std::size_t>> origins(after.size());
        std::vector<bool> is_used(before.size(), false);
        const auto match = [&](std::size_t k, std::size_t i) {
            origins[k] = i;
            is_used[i] = true;
        };
        const auto match_all = [&](const auto& is_origin) {
            for (std::size_t k = 0; k < after.size(); ++k) {
                if (!origins[k] && k < before.size() && !is_used[k] && is_origin(before[k], after[k]))
                    match(k, k);
                for (std::size_t i = 0; !origins[k] && i < before.size(); ++i)
                    if (!is_used[i] && is_origin(before[i], after[k])) match(k, i);
            }
        };
        match_all([](const Json& a, const Json& b) { return a == b; });
        match_all(is_same_thing);
        if (before.size() == after.size())
            for (std::size_t k = 0; k < after.size(); ++k)
                if (!origins[k] && !is_used[k]) match(k, k);
        return origins;
    }

    std::string_view text_;
    const BeyondJson& beyond_;
    const WriteValue& write_value_;
};

}  // namespace

std::string edited_source(std::string_view text, const Json& before, const Json& after,
                          const WriteValue& write_value) {
    const BeyondJson beyond = beyond_json(text);
    const Node root = Scanner(blanked(text, beyond)).scan();
    return std::string(text.substr(0, root.begin)) +
           Editor(text, beyond, write_value).edited(root, before, after) + std::string(text.substr(root.end));
}

}  // namespace winnow::effects
