#define IDENTITY LARGEST
T combine(T a, T b) { return b < a ? b : a; }
