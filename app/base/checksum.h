// A checksum of bytes against accidental damage: 64-bit FNV-1a (Fowler, Noll and Vo; RFC 9923).
#pragma once

#include <cstdint>
#include <string_view>

namespace winnow {

/// The 64-bit FNV-1a sum of bytes that are added in any number of pieces.
class Fnv1a64 {
  public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * prime;
    }
    std::uint64_t value() const { return value_; }

  private:
    static constexpr std::uint64_t offset_basis = 0xCBF29CE484222325, prime = 0x100000001B3;
    std::uint64_t value_ = offset_basis;
};

inline std::uint64_t fnv1a64(std::string_view bytes) {
    Fnv1a64 sum;
    sum.add(bytes);
    return sum.value();
}

}  // namespace winnow
