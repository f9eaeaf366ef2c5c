#include "stage/loaded_effect.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <utility>

#include "effects/compile/max_alive.h"
#include "stage/instance.h"

namespace winnow::stage {
namespace {

constexpr double endless = 1e9;  // no effect is meant to keep so many alive
constexpr std::uint32_t room_if_endless = 1u << 16;

std::uint32_t room_for(const effects::CompiledEffect& compiled, float density) {
    double alive = 0;
    for (const double one : effects::max_alive_by_emitter(compiled.effect, compiled.stacks, compiled.rates,
                                                          compiled.bursts, density))
        alive += one;
    if (alive > endless) return room_if_endless;
    return std::max(min_room, static_cast<std::uint32_t>(std::ceil(alive)));
}

}  // namespace

Forms compiled_forms(effects::Effect effect, const Forms& before) {
    Forms forms;
    effect.is_placed = false;
    forms.plain = effects::compile(effect, before.plain);
    effect.is_placed = true;
    forms.placed = effects::compile(effect, before.placed);
    return forms;
}

LoadedEffect::LoadedEffect(const Forms& forms, std::vector<gl::Program> being_built)
    : forms_(forms), being_built_(std::move(being_built)) {}

void LoadedEffect::reload(const Forms& forms, std::vector<gl::Program> being_built) {
    being_built_ = std::move(being_built);
    if (is_ready_) {
        next_ = forms;
        return;
    }
    forms_ = forms;
    has_plain_ = true;
    plain_being_built_.clear();
    rooms_.clear();
}

void LoadedEffect::go_on_building() {
    constexpr std::chrono::milliseconds patience{2};
    const auto end = std::chrono::steady_clock::now() + patience;
    for (auto* programs : {&being_built_, &plain_being_built_}) do {
            const auto built =
                std::ranges::find_if(*programs, [](const gl::Program& one) { return !one.is_being_built(); });
            if (built == programs->end()) break;
            built->take_over();
            programs->erase(built);
        } while (std::chrono::steady_clock::now() < end);
    is_ready_ = is_ready_ || being_built_.empty();
}

void LoadedEffect::begin_plain(std::vector<gl::Program> being_built) {
    std::vector<gl::Program>& all = is_ready_ ? plain_being_built_ : being_built_;
    std::ranges::move(being_built, std::back_inserter(all));
    has_plain_ = true;
}

void LoadedEffect::finish_plain() {
    for (const gl::Program& program : plain_being_built_) program.take_over();
    plain_being_built_.clear();
}

void LoadedEffect::take_next(const std::function<void(const Forms&)>& change) {
    const Forms next = *std::exchange(next_, {});
    change(next);
    forms_ = next;
    has_plain_ = true;
    plain_being_built_.clear();
    rooms_.clear();
}

std::uint32_t LoadedEffect::room(float density) {
    const auto [found, is_new] = rooms_.try_emplace(density);
    if (is_new) found->second = room_for(*forms_.plain, density);
    return found->second;
}

}  // namespace winnow::stage
