/*{"name": "jet", "stage": "spawn",
"does": "Particles leave in the directions of a cone.",
"parameters": {
  "direction": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis of the cone."},
  "spread": {"type": "number", "unit": "degrees", "default": 10, "range": [0, 180], "usual": [0, 180],
    "does": "Half the angle of the cone; 180 is every direction."},
  "speed": {"type": "number", "unit": "m/s", "default": 5, "range": [0, 1e5], "usual": [0, 20], "use": [0, 2],
    "does": "Speed at birth."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    p.velocity = in_cone(a.direction, a.spread, b.direction) * a.speed + p.velocity;
}
