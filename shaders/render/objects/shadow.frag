// Draws nothing but the depth.
void main() {}
