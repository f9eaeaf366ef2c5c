// One scan for each type and operator beside sums of 32 bits, made by a template of the monoid.
#pragma once

#include "cuda/scan/instances/make.cuh"

namespace winnow::cuda {

template <typename T, template <typename> typename Maker>
std::unique_ptr<DeviceScan> make_extreme(Operator op) {
    if (op == Operator::min) return Maker<Monoid<T, Operator::min>>::make();
    return Maker<Monoid<T, Operator::max>>::make();
}

template <template <typename> typename Maker>
std::unique_ptr<DeviceScan> make_other_type(ScanType type) {
    if (type.op == Operator::add)
        return type.element == Element::u64 ? Maker<Monoid<std::uint64_t, Operator::add>>::make() : nullptr;
    switch (type.element) {
        case Element::u32:
            return make_extreme<std::uint32_t, Maker>(type.op);
        case Element::i32:
            return make_extreme<std::int32_t, Maker>(type.op);
        case Element::f32:
            return make_extreme<float, Maker>(type.op);
        case Element::u64:
            return make_extreme<std::uint64_t, Maker>(type.op);
    }
    return nullptr;
}

}  // namespace winnow::cuda
