// For a test: the later of two values that is not zero. Associative, but a scan that swaps operands gets it wrong.
#define IDENTITY ZERO
T combine(T a, T b) { return b != ZERO ? b : a; }
