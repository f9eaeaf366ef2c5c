/*{"name": "orient", "stage": "spawn",
"does": "Turns particles at birth, by an orientation that they keep. The module mesh draws it; tumble and rest change it.",
"parameters": {
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis around which they are turned. Each has its own with {\"random\": [[-1, -1, -1], [1, 1, 1]]}."},
  "angle": {"type": "number", "unit": "degrees", "default": 0, "range": [-36000, 36000], "usual": [-180, 180],
    "does": "How far they are turned; seen against the axis, counterclockwise."}
},
"attributes": {
  "orientation": {"type": "vector", "does": "How the particle is turned: the axis times the tangent of a quarter of the angle."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) { p.orientation = reoriented(vec3(0.0), a.axis, a.angle); }
