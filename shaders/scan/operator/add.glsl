#define IDENTITY ZERO
T combine(T a, T b) { return a + b; }
