#include "effects/compile/dependent_expressions.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow::effects {
namespace {

/// Goes through expressions depth first.
class Walk {
  public:
    Walk(std::span<const NamedExpression> all, const std::function<bool(std::size_t)>& read,
         const std::function<void(std::size_t, const std::string&)>& refuse)
        : all_(all), read_(read), refuse_(refuse), states_(all.size(), State::unknown) {}

    std::vector<bool> go() {
        std::vector<bool> are_sound;
        for (std::size_t i = 0; i < all_.size(); ++i) are_sound.push_back(is_sound(i));
        return are_sound;
    }

  private:
    enum class State { unknown, on_way, faulty, sound };

    bool is_sound(std::size_t i) {
        if (states_[i] == State::on_way) refuse_cycle(i);
        if (states_[i] != State::unknown) return states_[i] == State::sound;
        states_[i] = State::on_way;
        way_.push_back(i);
        bool are_read_sound = true;
        for (const std::string_view word : words_of_expression(all_[i].text)) {
            const auto found = std::ranges::find(all_, word, &NamedExpression::name);
            if (found == all_.end()) continue;
            if (!is_sound(static_cast<std::size_t>(found - all_.begin()))) are_read_sound = false;
        }
        way_.pop_back();
        const bool is_cyclic = states_[i] == State::faulty;
        states_[i] = are_read_sound && !is_cyclic && read_(i) ? State::sound : State::faulty;
        return states_[i] == State::sound;
    }

    /// All that lie on the cycle are faulty, so that it is refused once.
    void refuse_cycle(std::size_t i) {
        std::string text;
        for (auto at = std::ranges::find(way_, i); at != way_.end(); ++at) {
            states_[*at] = State::faulty;
            text += fmt::format("{} -> ", all_[*at].name);
        }
        refuse_(i, fmt::format("must not depend on itself: {}{}", text, all_[i].name));
    }

    std::span<const NamedExpression> all_;
    const std::function<bool(std::size_t)>& read_;
    const std::function<void(std::size_t, const std::string&)>& refuse_;
    std::vector<State> states_;
    std::vector<std::size_t> way_;  // from the first that was asked for to the one that is looked at
};

}  // namespace

std::vector<std::string_view> words_of_expression(std::string_view text) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    std::vector<std::string_view> words;
    std::size_t end = 0;
    for (std::size_t begin = 0; (begin = text.find_first_of(letters, end)) < text.size();) {
        end = std::min(text.find_first_not_of(letters, begin), text.size());
        const bool is_member = begin > 0 && text[begin - 1] == '.';
        const bool is_number = text[begin] >= '0' && text[begin] <= '9';
        if (!is_member && !is_number && text.substr(end, 1) != "(")
            words.push_back(text.substr(begin, end - begin));
    }
    return words;
}

std::vector<bool> read_in_order(std::span<const NamedExpression> all,
                                const std::function<bool(std::size_t)>& read,
                                const std::function<void(std::size_t, const std::string&)>& refuse) {
    return Walk(all, read, refuse).go();
}

}  // namespace winnow::effects
