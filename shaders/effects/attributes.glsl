// The stored attributes of a particle: ATTRIBUTES is a uvec4 or, where PLANES says that there are more than one, as many.
#ifdef PLANES
struct AttributePlanes {
    uvec4 plane[PLANES];
};
#define ATTRIBUTES AttributePlanes

ATTRIBUTES no_attributes() {
    AttributePlanes none;
    for (uint k = 0u; k < PLANES; ++k) none.plane[k] = uvec4(0u);
    return none;
}

uvec4 plane_of(ATTRIBUTES stored, uint k) { return stored.plane[k]; }
#else
#define ATTRIBUTES uvec4

ATTRIBUTES no_attributes() { return uvec4(0u); }

uvec4 plane_of(ATTRIBUTES stored, uint k) { return stored; }
#endif
