// Draws a thin line of light with soft edges.
noperspective in float across;
out vec4 color;

const vec3 LIGHT = vec3(0.55, 0.36, 0.10);

void main() { color = vec4(LIGHT * (1.0 - across * across), 0.0); }
