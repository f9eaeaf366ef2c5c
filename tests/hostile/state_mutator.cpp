#include "hostile/state_mutator.h"

#include <cstdint>
#include <utility>

#include "hostile/json_mutator.h"
#include "hostile/state_bytes.h"
#include "shaders/shared.h"

namespace winnow::test {
namespace {

constexpr std::size_t element = shared::COLUMN_BYTES;

/// Floats that are NaN, infinite, denormal or huge, and counts and indices that are too large.
constexpr std::uint32_t strange_words[] = {0,          1,          0x7FC00000, 0xFFC00000, 0x7F800000,
                                           0xFF800000, 0x00000001, 0x80000000, 0x7F7FFFFF, 0xFF7FFFFF,
                                           0x3F800000, 0xFFFFFFFF, 0x7FFFFFFF, 10'000,     134'217'728};

struct Parts {
    std::string prefix, header, columns;
};

Parts parts_of(const std::string& state) {
    const auto header_bytes = get<std::uint32_t>(state, header_bytes_at);
    const std::size_t columns_at = header_at + header_bytes;
    return {state.substr(0, header_at), state.substr(header_at, header_bytes),
            state.substr(columns_at, state.size() - columns_at - checksum_bytes)};
}

/// Joins the parts with their present lengths and checksum.
std::string joined(Parts parts) {
    put(parts.prefix, header_bytes_at, static_cast<std::uint32_t>(parts.header.size()));
    std::string state = parts.prefix + parts.header + parts.columns + std::string(checksum_bytes, '\0');
    set_length_and_checksum(state);
    return state;
}

void change_columns(std::string& columns, Chance& chance) {
    const std::size_t words = columns.size() / sizeof(std::uint32_t);
    const std::size_t at = chance.below(columns.size() / element) * element;
    switch (chance.below(8)) {
        case 0:
            columns.erase(at, element);
            return;
        case 1:
            columns.insert(at, columns.substr(0, element));
            return;
        case 2:  // another particle's words are plausible, but do not belong here
            columns.replace(at, element,
                            columns.substr(chance.below(columns.size() / element) * element, element));
            return;
        default:
            for (std::size_t times = 1 + chance.below(4); times > 0; --times)
                put(columns, chance.below(words) * sizeof(std::uint32_t), chance.pick(strange_words));
    }
}

void change_prefix(std::string& state, Chance& chance) {
    const std::size_t fields[] = {0, format_at, header_bytes_at, file_bytes_at, file_bytes_at + 4};
    const std::size_t at = chance.pick(fields);
    const auto old = get<std::uint32_t>(state, at);
    const std::uint32_t near[] = {old + 1, old - 1, old ^ 0x80000000, chance.pick(strange_words)};
    put(state, at, chance.pick(near));
}

}  // namespace

std::string mutate_state(const std::string& state, Chance& chance) {
    Parts parts = parts_of(state);
    if (chance.one_in(2)) parts.header = mutate_json(parts.header, chance);
    if (chance.one_in(2)) change_columns(parts.columns, chance);
    std::string mutant = joined(std::move(parts));
    if (chance.one_in(8)) change_prefix(mutant, chance);
    set_checksum(mutant);
    return chance.one_in(8) ? mutate_bytes(std::move(mutant), chance) : mutant;
}

}  // namespace winnow::test
