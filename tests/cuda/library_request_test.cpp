// The rules of the CUDA library's requests. Addresses are only compared, so that no device is needed.
#include <cstdint>
#include <string>

#include "cuda/library/validate.h"
#include "support/errors.h"

namespace winnow::library {
namespace {

constexpr std::uint64_t bound = 100;
constexpr std::uintptr_t input = 0x10000, output = 0x20000;

void* at(std::uintptr_t address) {
    return reinterpret_cast<void*>(address);
}

CudaScanRequest good() {
    CudaScanRequest request;
    request.input = at(input);
    request.output = at(output);
    request.bound = bound;
    return request;
}

void expect_refused(const CudaScanRequest& request, const std::string& part, Element element = Element::u32) {
    test::expect_error(ExitStatus::bad_input, part, [&] { validate(request, {element, Operator::add}); });
}

TEST(CudaLibraryRequest, WhatTheHeaderAllowsIsAccepted) {
    EXPECT_NO_THROW(validate(CudaScanRequest{}, ScanType{}));
    CudaScanRequest request = good();
    EXPECT_NO_THROW(validate(request, {}));
    request.output = at(input);  // in place
    request.count = static_cast<std::uint32_t*>(at(input - 4));
    request.total = at(input + bound * 4);
    EXPECT_NO_THROW(validate(request, {}));
    request.bound = 0xFFFFFFFF;
    request.total = nullptr;
    EXPECT_NO_THROW(validate(request, {}));
}

TEST(CudaLibraryRequest, TooManyElements) {
    CudaScanRequest request = good();
    request.bound = std::uint64_t{1} << 32;
    expect_refused(request, "4294967295");
}

TEST(CudaLibraryRequest, MissingMemory) {
    CudaScanRequest request = good();
    request.input = nullptr;
    expect_refused(request, "no input memory");
    request = good();
    request.output = nullptr;
    expect_refused(request, "no output memory");
}

TEST(CudaLibraryRequest, MisalignedMemory) {
    CudaScanRequest request = good();
    request.input = at(input + 2);
    expect_refused(request, "input at 0x10002 is not aligned to 4 bytes");
    request = good();
    request.output = at(output + 4);
    expect_refused(request, "output at 0x20004 is not aligned to 8 bytes", Element::u64);
    request = good();
    request.total = at(input - 4);
    expect_refused(request, "total", Element::u64);
    request = good();
    request.count = reinterpret_cast<std::uint32_t*>(input - 2);
    expect_refused(request, "count");
}

TEST(CudaLibraryRequest, MemoryThatMeets) {
    for (const std::uintptr_t place : {input - (bound - 1) * 4, input + (bound - 1) * 4}) {
        CudaScanRequest request = good();
        request.output = at(place);
        expect_refused(request, "overlap");
    }
    CudaScanRequest request = good();
    request.count = static_cast<std::uint32_t*>(at(output + (bound - 1) * 4));
    expect_refused(request, "the count lies within the output");
    request = good();
    request.total = at(output);
    expect_refused(request, "the total lies within the output");
    request = good();
    request.count = static_cast<std::uint32_t*>(at(input - 4));
    request.total = at(input - 8);
    EXPECT_NO_THROW(validate(request, {}));
    expect_refused(request, "count and total overlap", Element::u64);
}

}  // namespace
}  // namespace winnow::library
