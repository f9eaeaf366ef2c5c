#include "support/failing_allocations.h"

#include <cstddef>
#include <cstdlib>

namespace {

thread_local long left = 0;  // allocations up to the one that fails, and it; 0: none fails
thread_local bool failed = false;

}  // namespace

namespace winnow::test {

void fail_allocation(long number) {
    left = number;
    failed = false;
}

bool allocation_failed() {
    return failed;
}

}  // namespace winnow::test

void* operator new(std::size_t bytes) {
    if (left > 0 && --left == 0) {
        failed = true;
        throw std::bad_alloc();
    }
    if (void* const memory = std::malloc(bytes > 0 ? bytes : 1)) return memory;
    throw std::bad_alloc();
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return operator new(bytes);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
