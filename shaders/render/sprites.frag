// Draws a round, soft sprite: bright in the middle, without an edge.
in vec3 across;
flat in vec4 light;
out vec4 color;

void main() {
    float inside = max(0.0, 1.0 - dot(across.xy, across.xy));
    color = light * (inside * inside * clamp(across.z, 0.0, 1.0));
}
