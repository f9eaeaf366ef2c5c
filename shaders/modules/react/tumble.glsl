/*{"name": "tumble", "stage": "react",
"does": "Turns particles as they fly, by an orientation that they keep and that the module mesh draws. It belongs behind the modules that stop them.",
"parameters": {
  "spin": {"type": "vector", "unit": "degrees/s", "default": [180, 0, 90], "range": [-36000, 36000], "usual": [-450, 450],
    "does": "The axis in the world around which they turn, times how fast. Each has its own with {\"random\": [[-300, -300, -300], [300, 300, 300]]}."},
  "speed": {"type": "number", "unit": "m/s", "default": 0.3, "range": [0, 10000], "usual": [0, 2],
    "does": "From this speed on they turn that fast; slower ones turn more slowly, and those at rest do not. With 0, all turn alike."}
},
"attributes": {
  "orientation": {"type": "vector", "does": "How the particle is turned: the axis times the tangent of a quarter of the angle."}
}}*/
void react(inout Particle p, Parameters a, Moment m) {
    float share = a.speed > 0.0 ? min(length(p.velocity) / a.speed, 1.0) : 1.0;
    vec3 turn = radians(a.spin) * (share * m.seconds);
    float angle = length(turn);
    if (angle > 0.0) p.orientation = reoriented(p.orientation, turn / angle, angle);
}
