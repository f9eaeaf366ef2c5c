#define IDENTITY LEAST
T combine(T a, T b) { return a < b ? b : a; }
