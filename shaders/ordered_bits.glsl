// Returns a float's bits as an unsigned number with the same order.
uint ordered_bits(float value) {
    const uint bits = floatBitsToUint(value), sign = 0x80000000u;
    return (bits & sign) != 0u ? ~bits : bits | sign;
}

// Returns the floats whose ordered bits these are.
vec3 from_ordered_bits(uvec3 keys) {
    const uint sign = 0x80000000u;
    return uintBitsToFloat(mix(keys & ~sign, ~keys, lessThan(keys, uvec3(sign))));
}
