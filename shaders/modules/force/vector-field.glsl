/*{"name": "vector-field", "stage": "force",
"does": "Moves particles by the vectors of a field, within its box.",
"parameters": {
  "field": {"type": "file", "holds": "field", "does": "The field, an FGA file; without one, nothing happens."},
  "acts": {"type": "choice", "default": "wind",
    "choices": {
      "wind": "the vectors are velocities, which those of particles approach",
      "force": "the vectors are accelerations"},
    "does": "What the vectors are."},
  "strength": {"type": "number", "default": 1, "range": [-1e5, 1e5], "usual": [-10, 10],
    "does": "Factor on the vectors."},
  "rate": {"type": "number", "unit": "1/s", "default": 2, "range": [0, 1000], "usual": [0, 10],
    "does": "For `wind`: how fast particles give way, the share of the difference lost in a short time, divided by that time."},
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The place of the field's origin."},
  "scale": {"type": "number", "default": 1, "range": [0.0001, 1e5], "usual": [0.01, 100], "logarithmic": true,
    "does": "Factor on the field's size."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis around which the field is turned."},
  "angle": {"type": "number", "unit": "degrees", "default": 0, "range": [-3600, 3600], "usual": [-180, 180],
    "does": "How far it is turned; seen against the axis, counterclockwise."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    vec4 found = field_at(a.field, unplaced(p.position, a.centre, a.scale, a.axis, a.angle));
    float rate = a.acts == acts_wind ? a.rate : 0.0;
    acceleration += turned(found.xyz, a.axis, a.angle) * (a.strength * (a.acts == acts_wind ? rate : 1.0));
    drag += rate * found.w;
}
