#define IDENTITY LARGEST
T combine(T a, T b) { return min(a, b); }
