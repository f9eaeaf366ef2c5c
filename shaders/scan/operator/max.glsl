#define IDENTITY LEAST
T combine(T a, T b) { return max(a, b); }
