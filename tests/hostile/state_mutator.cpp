#include "hostile/state_mutator.h"

#include <cstdint>
#include <cstring>

#include "base/checksum.h"
#include "hostile/json_mutator.h"
#include "shaders/shared.h"

namespace winnow::test {
namespace {

// Byte offsets of the format's fields before the header.
constexpr std::size_t format_at = 8, header_bytes_at = 12, file_bytes_at = 16, header_at = 24;
constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);
constexpr std::size_t element = shared::COLUMN_BYTES;

/// Floats that are NaN, infinite, denormal or huge, and counts and indices that are too large.
constexpr std::uint32_t strange_words[] = {0,          1,          0x7FC00000, 0xFFC00000, 0x7F800000,
                                           0xFF800000, 0x00000001, 0x80000000, 0x7F7FFFFF, 0xFF7FFFFF,
                                           0x3F800000, 0xFFFFFFFF, 0x7FFFFFFF, 10'000,     134'217'728};

template <typename T>
T get(const std::string& bytes, std::size_t at) {
    T value{};
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

template <typename T>
void put(std::string& bytes, std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

struct Parts {
    std::string prefix, header, columns;
};

Parts parts_of(const std::string& state) {
    const auto header_bytes = get<std::uint32_t>(state, header_bytes_at);
    const std::size_t columns_at = header_at + header_bytes;
    return {state.substr(0, header_at), state.substr(header_at, header_bytes),
            state.substr(columns_at, state.size() - columns_at - checksum_bytes)};
}

/// Joins the parts with their present lengths and a new checksum.
std::string joined(Parts parts) {
    put(parts.prefix, header_bytes_at, static_cast<std::uint32_t>(parts.header.size()));
    put<std::uint64_t>(parts.prefix, file_bytes_at,
                       header_at + parts.header.size() + parts.columns.size() + checksum_bytes);
    return parts.prefix + parts.header + parts.columns + std::string(checksum_bytes, '\0');
}

void sum_anew(std::string& state) {
    if (state.size() < checksum_bytes) return;
    const std::size_t summed = state.size() - checksum_bytes;
    put(state, summed, fnv1a64(std::string_view(state).substr(0, summed)));
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
    sum_anew(mutant);
    return chance.one_in(8) ? mutate_bytes(std::move(mutant), chance) : mutant;
}

}  // namespace winnow::test
