// Memory that runs out at a chosen place. A test program that uses this has an operator new of its own.
#pragma once

#include <new>
#include <utility>

namespace winnow::test {

/// From now on, the allocation of operator new with this number (the next is 1) throws std::bad_alloc on this
/// thread; 0: none does.
void fail_allocation(long number);
/// Returns true if the allocation that was to fail has failed.
bool allocation_failed();

/// Does the work again and again, each time with the next of its allocations failing, until it makes no more.
/// Returns how many failed. Exceptions but std::bad_alloc are the caller's to catch, as a wrong answer is to
/// find.
template <typename Work>
long fail_each_allocation(Work&& work) {
    for (long number = 1;; ++number) {
        fail_allocation(number);
        try {
            work();
        } catch (const std::bad_alloc&) {
        } catch (...) {
            fail_allocation(0);
            throw;
        }
        const bool failed = allocation_failed();
        fail_allocation(0);
        if (!failed) return number - 1;
    }
}

}  // namespace winnow::test
