#include "measure/scan_input.h"

#include <fmt/format.h>

#include <cmath>
#include <type_traits>

#include "scan/error_bound.h"
#include "scan/parallel.h"
#include "scan/reference.h"
#include "verify/inputs.h"

namespace winnow::measure {
namespace {

template <typename T>
std::span<const T> typed(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}
template <typename T>
std::span<T> typed(std::span<std::byte> bytes) {
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

template <typename T>
T random_element(std::uint32_t seed, std::uint64_t index) {
    const std::uint32_t word = verify::random_word(seed, index);
    if constexpr (std::is_floating_point_v<T>) {
        constexpr T half_range = T(1u << 23);  // 24 bits are exact
        return static_cast<T>(word >> 8) / half_range - 1;
    } else if constexpr (sizeof(T) > sizeof word) {
        return static_cast<T>(verify::random_word(~seed, index)) << 32 | word;
    } else {
        return static_cast<T>(word);
    }
}

template <typename T>
T value_of(verify::Input input, std::uint32_t seed, std::uint64_t index) {
    switch (input) {
        case verify::Input::zero:
            return T(0);
        case verify::Input::one:
            return T(1);
        case verify::Input::alternating:
            return static_cast<T>(index % 2);
        case verify::Input::random:
            return random_element<T>(seed, index);
    }
    return T(0);
}

template <typename T>
std::string fault_at(std::size_t index, T found, auto expected) {
    return fmt::format("element {} is {}, expected {}", index, found, expected);
}

template <typename T>
std::string exact_fault(Operator op, std::span<const T> input, std::span<const T> output) {
    T expected = scan::identity<T>(op);
    for (std::size_t i = 0; i < input.size(); ++i) {
        if (output[i] != expected) return fault_at(i, output[i], expected);
        expected = scan::combine(op, expected, input[i]);
    }
    return {};
}

std::string rounded_fault(std::span<const float> input, std::span<const float> output, std::uint64_t depth) {
    double sum = 0, magnitudes = 0;
    for (std::size_t i = 0; i < input.size(); ++i) {
        const double error = std::abs(static_cast<double>(output[i]) - sum);
        if (!(error <= scan::error_bound(Operator::add, depth, i, magnitudes)))  // a NaN too
            return fault_at(i, output[i], sum);
        sum += input[i];
        magnitudes += std::abs(static_cast<double>(input[i]));
    }
    return {};
}

}  // namespace

std::vector<std::byte> make_input(verify::Input input, std::uint32_t seed, Element element,
                                  std::uint64_t count) {
    std::vector<std::byte> bytes(count * bytes_of(element));
    scan::with_type(element, [&](auto zero) {
        using T = decltype(zero);
        const std::span<T> values = typed<T>(std::span(bytes));
        for (std::uint64_t i = 0; i < count; ++i) values[i] = value_of<T>(input, seed, i);
    });
    return bytes;
}

std::string scan_fault(ScanType type, std::span<const std::byte> input, std::span<const std::byte> output,
                       std::uint64_t depth) {
    if (type == ScanType{Element::f32, Operator::add})
        return rounded_fault(typed<float>(input), typed<float>(output), depth);
    return scan::with_type(type.element, [&](auto zero) {
        using T = decltype(zero);
        return exact_fault<T>(type.op, typed<T>(input), typed<T>(output));
    });
}

void scan_sequentially(ScanType type, std::span<const std::byte> input, std::span<std::byte> output) {
    scan::with_type(type.element, [&](auto zero) {
        using T = decltype(zero);
        scan::reference_scan_of<T>(scan::Kind::exclusive, type.op, typed<T>(input), typed<T>(output));
    });
}

void scan_in_parallel(ScanType type, std::span<const std::byte> input, std::span<std::byte> output) {
    scan::with_type(type.element, [&](auto zero) {
        using T = decltype(zero);
        scan::parallel_scan<T>(scan::Kind::exclusive, type.op, typed<T>(input), typed<T>(output));
    });
}

}  // namespace winnow::measure
