#include "view/differences.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "effects/format/effect_file.h"
#include "view/edit_words.h"

namespace winnow::view {
namespace {

using nlohmann::json;

/// An element of my list and the one of theirs that it is, or one that has no partner.
using Pair = std::pair<std::optional<std::size_t>, std::optional<std::size_t>>;

/// Returns what makes an element the same in both lists: its module, or its name; null: its place alone does.
json identity(const json& element) {
    for (const char* key : {"module", "name"})
        if (element.is_object() && element.contains(key)) return element[key];
    return nullptr;
}

/// Returns the elements of both lists in order, paired by a longest common subsequence of their identities.
std::vector<Pair> paired(const json& mine, const json& theirs) {
    const std::size_t n = mine.size(), m = theirs.size();
    std::vector<std::vector<std::size_t>> common(n + 1, std::vector<std::size_t>(m + 1));
    const auto same = [&](std::size_t i, std::size_t j) { return identity(mine[i]) == identity(theirs[j]); };
    for (std::size_t i = n; i-- > 0;)
        for (std::size_t j = m; j-- > 0;)
            common[i][j] =
                same(i, j) ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
    std::vector<Pair> pairs;
    for (std::size_t i = 0, j = 0; i < n || j < m;) {
        if (i < n && j < m && same(i, j))
            pairs.emplace_back(i++, j++);
        else if (j == m || (i < n && common[i + 1][j] >= common[i][j + 1]))
            pairs.emplace_back(i++, std::nullopt);
        else
            pairs.emplace_back(std::nullopt, j++);
    }
    return pairs;
}

/// True if one list is the other in another order, so that no element is only in one of them.
bool is_reordered(const json& mine, const json& theirs) {
    const auto same = [](const json& a, const json& b) { return identity(a) == identity(b); };
    return mine.size() == theirs.size() && !std::equal(mine.begin(), mine.end(), theirs.begin(), same) &&
           std::is_permutation(mine.begin(), mine.end(), theirs.begin(), same);
}

/// A renamed element stands where the other stood: nothing else of the list tells them apart.
bool pairs_by_place(const json& mine, const json& theirs, const std::vector<Pair>& pairs) {
    const auto alone = std::ranges::count_if(pairs, [](const Pair& p) { return !p.first || !p.second; });
    const bool are_named = !mine.empty() && mine.front().is_object() && !mine.front().contains("module");
    return are_named && mine.size() == theirs.size() && alone == 2;
}

class Comparison {
  public:
    Comparison(const effects::Effect& mine, const std::string& where) : where_(where) {
        settings_.effect = mine;
    }

    void compare(const std::string& pointer, const json& mine, const json& theirs) {
        if (mine == theirs) return;
        if (mine.is_object() && theirs.is_object() && have_same_keys(mine, theirs)) {
            for (const auto& item : mine.items())
                compare(pointer + "/" + item.key(), item.value(), theirs.at(item.key()));
        } else if (mine.is_array() && theirs.is_array() && (holds_objects(mine) || holds_objects(theirs))) {
            compare_lists(pointer, mine, theirs);
        } else {
            differ(pointer, mine, theirs);
        }
    }

    std::vector<ui::Difference> take() { return std::move(found_); }

  private:
    static bool have_same_keys(const json& a, const json& b) {
        return a.size() == b.size() &&
               std::ranges::all_of(a.items(), [&](const auto& item) { return b.contains(item.key()); });
    }
    static bool holds_objects(const json& list) { return !list.empty() && list.front().is_object(); }

    void add(std::string words, effects::Edit take) {
        std::string take_words = change_words(settings_, take);
        found_.push_back({std::move(words), std::move(take), std::move(take_words)});
    }

    /// Two values of one setting.
    void differ(const std::string& pointer, const json& mine, const json& theirs) {
        const std::string here = change_words(settings_, {pointer, mine});
        const std::string there = value_words(theirs);
        const bool is_told = !there.empty() && !value_words(mine).empty();
        add(is_told ? fmt::format("{}, {} {}", here, where_, there) : here + " differs", {pointer, theirs});
    }

    void compare_lists(const std::string& pointer, const json& mine, const json& theirs) {
        if (is_reordered(mine, theirs))
            return add(change_words(settings_, {pointer, theirs}) + " " + where_, {pointer, theirs});
        std::vector<Pair> pairs = paired(mine, theirs);
        if (pairs_by_place(mine, theirs, pairs)) {
            pairs.clear();
            for (std::size_t i = 0; i < mine.size(); ++i) pairs.emplace_back(i, i);
        }
        std::size_t at = 0;  // in my list, behind the elements before
        for (const auto& [i, j] : pairs) {
            if (i) at = *i + 1;
            if (i && j)
                compare(fmt::format("{}/{}", pointer, *i), mine[*i], theirs[*j]);
            else
                alone(pointer, mine, i ? std::nullopt : std::optional(theirs[*j]), i.value_or(at));
        }
    }

    /// An element that one of the lists lacks. `theirs`: that which mine lacks at `index`; nullopt: mine has
    /// it there alone.
    void alone(const std::string& pointer, const json& mine, const std::optional<json>& theirs,
               std::size_t index) {
        json list = mine;
        const auto place = static_cast<std::ptrdiff_t>(index);
        theirs ? list.insert(list.begin() + place, *theirs) : list.erase(list.begin() + place);
        std::vector<std::string> steps = steps_to(settings_, pointer);
        const std::string name = element_words(theirs ? list : mine, index, steps.back());
        steps.pop_back();
        const std::string owner = steps.empty() ? "" : fmt::format("{}: ", fmt::join(steps, ", "));
        add(fmt::format("{}{} is {} {}", owner, name, theirs ? "only" : "not", where_), {pointer, list});
    }

    effects::Settings settings_;
    const std::string& where_;
    std::vector<ui::Difference> found_;
};

}  // namespace

std::vector<ui::Difference> differences(const effects::Effect& mine, const effects::Effect& theirs,
                                        const std::string& where) {
    Comparison comparison(mine, where);
    comparison.compare(std::string(effects::effect_pointer), effects::to_json(mine),
                       effects::to_json(theirs));
    return comparison.take();
}

}  // namespace winnow::view
