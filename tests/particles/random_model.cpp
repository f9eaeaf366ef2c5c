#include "particles/random_model.h"

#include <cmath>
#include <cstring>

namespace winnow::particles {
namespace {

constexpr std::size_t columns = sizeof(Particle) / sizeof(Words4);

Words4 hash_of(const Particle& p, std::uint32_t number) {
    std::array<Words4, columns> words;
    std::memcpy(words.data(), &p, sizeof p);
    Words4 h = hash4({number, 0x57494E4E, 0x4F570001, ~number});
    for (const Words4& column : words) {
        for (std::size_t i = 0; i < h.size(); ++i) h[i] ^= column[i];
        h = hash4(h);
    }
    return hash4(h);
}

}  // namespace

Words4 hash4(Words4 v) {
    const auto mix = [&] {
        const std::array old = v;
        v[0] += old[1] * old[3];
        v[1] += old[2] * old[0];
        v[2] += old[0] * old[1];
        v[3] += old[1] * old[2];
    };
    for (std::uint32_t& word : v) word = word * 1664525u + 1013904223u;
    mix();
    for (std::uint32_t& word : v) word ^= word >> 16;
    mix();
    return v;
}

std::array<double, 4> random4(std::uint32_t seed, std::uint32_t birth_step, std::uint32_t ordinal,
                              std::uint32_t use) {
    const Words4 words = hash4({seed, birth_step, ordinal, use});
    std::array<double, 4> numbers{};
    for (std::size_t i = 0; i < words.size(); ++i) numbers[i] = std::ldexp(words[i] >> 8, -24);
    return numbers;
}

std::uint64_t hash_of(const std::vector<Particle>& living) {
    std::uint32_t low = 0, high = 0;
    for (std::size_t i = 0; i < living.size(); ++i) {
        const Words4 h = hash_of(living[i], static_cast<std::uint32_t>(i));
        low += h[0];
        high += h[1];
    }
    return std::uint64_t{high} << 32 | low;
}

}  // namespace winnow::particles
