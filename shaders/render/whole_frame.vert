// Draws one triangle that covers the frame.
out vec2 place;  // 0 to 1 across the frame, from the lower left

void main() {
    place = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
}
