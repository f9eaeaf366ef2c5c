// Draws a particle's opacity with the same falloff as sprites.frag.
in vec2 on_sprite;
flat in vec4 opacity;
out vec4 color;

void main() {
    float inside = max(0.0, 1.0 - dot(on_sprite, on_sprite));
    color = opacity * (inside * inside);
}
