// A float's bits as an unsigned number with the same order.
uint ordered_bits(float value) {
    const uint bits = floatBitsToUint(value), sign = 0x80000000u;
    return (bits & sign) != 0u ? ~bits : bits | sign;
}

// The number whose ordered bits these are.
float from_ordered_bits(uint key) {
    const uint sign = 0x80000000u;
    return uintBitsToFloat((key & sign) != 0u ? key & ~sign : ~key);
}
