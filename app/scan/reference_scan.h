// The sequential scan that every backend is compared with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "scan/scan.h"

namespace winnow::scan {

/// Returns the value that leaves any other unchanged when combined with it.
template <typename T>
constexpr T identity(Operator op) {
    using Limits = std::numeric_limits<T>;
    switch (op) {
        case Operator::add:
            return T(0);
        case Operator::min:
            return Limits::has_infinity ? Limits::infinity() : Limits::max();
        case Operator::max:
            return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    }
    return T(0);
}

/// Combines two values; sums of integers wrap around, also signed ones.
template <typename T>
constexpr T combine(Operator op, T a, T b) {
    switch (op) {
        case Operator::add:
            if constexpr (std::numeric_limits<T>::is_integer)
                return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
            else
                return a + b;
        case Operator::min:
            return std::min(a, b);
        case Operator::max:
            return std::max(a, b);
    }
    return a;
}

/// Calls f with the operator as a constant, so that a loop in f does not branch on it.
template <typename F>
constexpr decltype(auto) with_operator(Operator op, F&& f) {
    switch (op) {
        case Operator::min:
            return f(std::integral_constant<Operator, Operator::min>{});
        case Operator::max:
            return f(std::integral_constant<Operator, Operator::max>{});
        case Operator::add:
            break;
    }
    return f(std::integral_constant<Operator, Operator::add>{});
}

/// Scans sequentially. output.size() == input.size(); they may be the same memory. Returns the result over
/// all elements.
template <typename T>
T reference_scan_of(Kind kind, Operator op, std::span<const T> input, std::span<T> output) {
    return with_operator(op, [&](auto constant) {
        T before = identity<T>(op);
        for (std::size_t i = 0; i < input.size(); ++i) {
            const T after = combine<T>(constant, before, input[i]);
            output[i] = kind == Kind::exclusive ? before : after;
            before = after;
        }
        return before;
    });
}

/// Scans 32-bit words with add.
inline std::uint32_t reference_scan(Kind kind, std::span<const std::uint32_t> input,
                                    std::span<std::uint32_t> output) {
    return reference_scan_of<std::uint32_t>(kind, Operator::add, input, output);
}

/// Calls f with a value of the element's type: f(std::uint32_t{}), f(float{})...
template <typename F>
decltype(auto) with_type(Element element, F&& f) {
    switch (element) {
        case Element::i32:
            return f(std::int32_t{});
        case Element::f32:
            return f(float{});
        case Element::u64:
            return f(std::uint64_t{});
        case Element::u32:
            break;
    }
    return f(std::uint32_t{});
}

}  // namespace winnow::scan
