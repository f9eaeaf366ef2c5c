/*{"name": "image", "stage": "spawn",
"does": "Births are spread over the lit pixels of an image, more where it is brighter.",
"parameters": {
  "image": {"type": "file", "holds": "image",
    "does": "The image, a PNG file; without one, all births are in its place."},
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The place of the image's middle, relative to where the emitter or the parent has its births."},
  "width": {"type": "number", "unit": "m", "default": 2, "range": [0, 1e5], "usual": [0, 10],
    "does": "Width of the image, which stands upright and faces the z axis before it is turned."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis around which the image is turned."},
  "angle": {"type": "number", "unit": "degrees", "default": 0, "range": [-3600, 3600], "usual": [-180, 180],
    "does": "How far it is turned; seen against the axis, counterclockwise."}
},
"attributes": {
  "tint": {"type": "vector", "default": [1, 1, 1], "does": "Red, green and blue of the pixel, linear."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    vec3 place = vec3(0.0);
    vec4 colour = vec4(p.tint, 1.0);
    lit_pixel(a.image, b.place, place, colour);
    p.position += placed(place, a.centre, a.width, a.axis, a.angle);
    p.tint = colour.rgb;
}
