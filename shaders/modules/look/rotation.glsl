/*{"name": "rotation", "stage": "look",
"does": "Turns particles in the plane that faces the camera; those with a streak lie along their motion instead.",
"parameters": {
  "angle": {"type": "number", "unit": "degrees", "default": 0, "range": [-36000, 36000], "usual": [-180, 180],
    "does": "Angle of their longer side above the horizontal, at birth."},
  "spin": {"type": "number", "unit": "degrees/s", "default": 0, "range": [-36000, 36000], "usual": [-450, 450],
    "does": "How fast the angle grows."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    look.angle = a.angle + radians(a.spin) * p.age;
}
