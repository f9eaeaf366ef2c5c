// Draws a particle's opacity with the same falloff as sprites.frag.
in vec2 across;
flat in vec4 opacity;
out vec4 color;

void main() {
    float inside = max(0.0, 1.0 - dot(across, across));
    color = opacity * (inside * inside);
}
