#include "effects/model/emitter_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "effects/model/document.h"

namespace winnow::effects {
namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

std::ptrdiff_t signed_of(std::size_t index) {
    return static_cast<std::ptrdiff_t>(index);
}

/// The index of the first emitter of each name. Valid as long as the emitters.
std::unordered_map<std::string_view, std::size_t> indices_of(const std::vector<Emitter>& emitters) {
    std::unordered_map<std::string_view, std::size_t> indices;
    for (std::size_t i = 0; i < emitters.size(); ++i) indices.emplace(emitters[i].name, i);
    return indices;
}

/// Returns the indices of the emitters that each has as children, in the order of its links, each once.
std::vector<std::vector<std::size_t>> children_of(const std::vector<Emitter>& emitters) {
    const auto indices = indices_of(emitters);
    std::vector<std::vector<std::size_t>> children(emitters.size());
    for (std::size_t i = 0; i < emitters.size(); ++i)
        for (const Children& link : emitters[i].children) {
            const auto child = indices.find(link.emitter);
            if (child != indices.end() && std::ranges::count(children[i], child->second) == 0)
                children[i].push_back(child->second);
        }
    return children;
}

/// Collects the rows of a tree. It keeps its own stack: a chain of parents may be as long as the list.
class Tree {
  public:
    explicit Tree(const std::vector<Emitter>& emitters)
        : children_(children_of(emitters)), places_(emitters.size(), nowhere) {}

    std::vector<EmitterRow> rows() {
        std::vector<bool> is_child(children_.size());
        for (std::size_t i = 0; i < children_.size(); ++i)
            for (const std::size_t child : children_[i]) is_child[child] = is_child[child] || child != i;
        for (std::size_t i = 0; i < children_.size(); ++i)
            if (!is_child[i]) place(i);
        for (std::size_t i = 0; i < children_.size(); ++i) place(i);  // those of cycles
        return std::move(rows_);
    }

  private:
    struct Step {
        std::size_t emitter, depth, parent;
    };

    void place(std::size_t root) {
        std::vector<Step> steps{{root, 0, nowhere}};
        while (!steps.empty()) {
            const auto [emitter, depth, parent] = steps.back();
            steps.pop_back();
            if (places_[emitter] != nowhere) continue;
            places_[emitter] = rows_.size();
            rows_.push_back({emitter, depth, parent == nowhere ? std::nullopt : std::optional(parent)});
            if (parent != nowhere) rows_[places_[parent]].has_children = true;
            const std::vector<std::size_t>& below = children_[emitter];
            for (auto child = below.rbegin(); child != below.rend(); ++child)
                if (places_[*child] == nowhere) steps.push_back({*child, depth + 1, emitter});
        }
    }

    const std::vector<std::vector<std::size_t>> children_;
    std::vector<std::size_t> places_;  // of the emitters' rows
    std::vector<EmitterRow> rows_;
};

}  // namespace

std::string free_name(const std::vector<Emitter>& emitters, std::string_view name) {
    std::unordered_set<std::string_view> names;
    for (const Emitter& emitter : emitters) names.insert(emitter.name);
    if (!names.contains(name)) return std::string(name);
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;  // a number at its end is replaced
    if (digits > 1 && digits < name.size() && name[digits - 1] == ' ') name = name.substr(0, digits - 1);
    std::string result;
    for (int number = 2; result.empty() || names.contains(result); ++number)
        result = fmt::format("{} {}", name, number);
    return result;
}

std::vector<Emitter> with_renamed(std::vector<Emitter> emitters, std::size_t index, const std::string& name) {
    if (name.empty()) bad_input("an emitter needs a name");
    for (std::size_t i = 0; i < emitters.size(); ++i)
        if (i != index && emitters[i].name == name)
            bad_input("{} is already the name of an emitter", excerpt(name));
    const std::string before = std::exchange(emitters[index].name, name);
    if (std::ranges::count(emitters, before, &Emitter::name) > 0) return emitters;  // links mean the other
    for (Emitter& parent : emitters)
        for (Children& link : parent.children)
            if (link.emitter == before) link.emitter = name;
    return emitters;
}

std::vector<Emitter> with_copy(std::vector<Emitter> emitters, std::size_t index) {
    Emitter copy = emitters[index];
    copy.name = free_name(emitters, copy.name);
    const std::string& name = emitters[index].name;
    for (Children& link : copy.children)
        if (link.emitter == name) link.emitter = copy.name;
    for (std::size_t i = 0; i < emitters.size(); ++i) {
        if (i == index) continue;
        const std::vector<Children> links = emitters[i].children;
        for (const Children& link : links) {
            if (link.emitter != name) continue;
            emitters[i].children.push_back(link);
            emitters[i].children.back().emitter = copy.name;
        }
    }
    emitters.insert(emitters.begin() + signed_of(index) + 1, std::move(copy));
    return emitters;
}

std::vector<Emitter> without(std::vector<Emitter> emitters, std::size_t index) {
    const std::string name = emitters[index].name;
    emitters.erase(emitters.begin() + signed_of(index));
    if (std::ranges::count(emitters, name, &Emitter::name) > 0) return emitters;
    for (Emitter& parent : emitters)
        std::erase_if(parent.children, [&](const Children& link) { return link.emitter == name; });
    return emitters;
}

std::vector<Emitter> moved(std::vector<Emitter> emitters, std::size_t from, std::size_t before) {
    const auto first = emitters.begin(), one = first + signed_of(from), place = first + signed_of(before);
    if (place > one)
        std::rotate(one, one + 1, place);
    else
        std::rotate(place, one, one + 1);
    return emitters;
}

std::vector<Emitter> with_added(std::vector<Emitter> emitters, const std::vector<Emitter>& from,
                                std::size_t index) {
    const auto children = children_of(from);
    std::vector<std::size_t> taken{index};
    for (std::size_t k = 0; k < taken.size(); ++k)
        for (const std::size_t child : children[taken[k]])
            if (std::ranges::count(taken, child) == 0) taken.push_back(child);
    const std::size_t first = emitters.size();
    std::unordered_map<std::string, std::string> names;
    for (const std::size_t i : taken) {
        emitters.push_back(from[i]);
        emitters.back().name.clear();
        emitters.back().name = names[from[i].name] = free_name(emitters, from[i].name);
    }
    for (std::size_t i = first; i < emitters.size(); ++i)
        for (Children& link : emitters[i].children) link.emitter = names[link.emitter];
    return emitters;
}

std::vector<EmitterRow> tree_of(const std::vector<Emitter>& emitters) {
    return Tree(emitters).rows();
}

std::vector<bool> with_parents(const std::vector<Emitter>& emitters, const std::vector<std::string>& names) {
    std::vector<bool> is_in(emitters.size());
    const std::unordered_set<std::string_view> wanted(names.begin(), names.end());
    std::vector<std::vector<std::size_t>> parents(emitters.size());
    const auto children = children_of(emitters);
    std::vector<std::size_t> waiting;
    for (std::size_t i = 0; i < emitters.size(); ++i) {
        for (const std::size_t child : children[i]) parents[child].push_back(i);
        if (wanted.contains(emitters[i].name)) waiting.push_back(i);
    }
    if (waiting.empty()) return std::vector<bool>(emitters.size(), true);
    while (!waiting.empty()) {
        const std::size_t one = waiting.back();
        waiting.pop_back();
        if (is_in[one]) continue;
        is_in[one] = true;
        waiting.insert(waiting.end(), parents[one].begin(), parents[one].end());
    }
    return is_in;
}

}  // namespace winnow::effects
