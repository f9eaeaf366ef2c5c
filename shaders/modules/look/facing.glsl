/*{"name": "facing", "stage": "look",
"does": "Says how sprites lie: before the camera, along their motion or an axis, or flat on the ground. The angle of `rotation` turns them in their plane. Ribbons, meshes and spheres have no use for it.",
"parameters": {
  "to": {"type": "choice", "default": "camera",
    "choices": {
      "camera": "they face the camera",
      "motion": "their longer side lies along their motion, about which they turn to the camera",
      "axis": "it lies along `direction`, about which they turn to the camera",
      "ground": "they lie flat, and do not fade where they touch the ground",
      "normal": "they lie at a right angle to `direction`, seen from both sides"},
    "does": "What they face."},
  "direction": {"type": "direction", "default": [0, 1, 0],
    "does": "For `axis` and `normal`: that direction. Each particle has its own by an expression, such as position for petals."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    float speed = length(p.velocity);
    if (a.to == to_motion && speed > 0.0) turn_about(look, p.velocity / speed);
    if (a.to == to_axis) turn_about(look, a.direction);
    if (a.to == to_ground) lie_across(look, vec3(0.0, 1.0, 0.0));
    if (a.to == to_normal) lie_across(look, a.direction);
}
