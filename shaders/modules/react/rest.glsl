/*{"name": "rest", "stage": "react",
"does": "Turns particles that touch a surface, or that are slow, until they lie on it: leaves come to lie flat. It belongs behind the modules that stop and tumble them.",
"parameters": {
  "up": {"type": "direction", "default": [0, 1, 0],
    "does": "The direction of the mesh, as in its file, that comes to point away from the surface: that at a right angle to its flat side."},
  "time": {"type": "number", "unit": "s", "default": 0.3, "range": [0, 1000], "usual": [0, 2],
    "does": "How long a quarter of a turn takes them."},
  "either": {"type": "truth", "default": true,
    "does": "They may lie on their back too, whichever is nearer."},
  "speed": {"type": "number", "unit": "m/s", "default": 0, "range": [0, 10000], "usual": [0, 1],
    "does": "Particles that are slower than this rest as well where they touch nothing, as if on a surface with the normal below. With 0, none does."},
  "normal": {"type": "direction", "default": [0, 1, 0],
    "does": "For slow particles that touch nothing: the direction that `up` comes to point to."}
},
"attributes": {
  "orientation": {"type": "vector", "does": "How the particle is turned: the axis times the tangent of a quarter of the angle."}
}}*/
void react(inout Particle p, Parameters a, Moment m) {
    vec3 normal = met_normal();
    if (normal == vec3(0.0)) {
        if (length(p.velocity) >= a.speed) return;
        normal = a.normal;
    }
    vec3 up = oriented(a.up, p.orientation);
    if (a.either && dot(up, normal) < 0.0) normal = -normal;
    vec3 around = cross(up, normal);
    float sine = length(around), angle = atan(sine, dot(up, normal));
    float most = a.time > 0.0 ? radians(90.0) * m.seconds / a.time : radians(180.0);
    if (angle > 0.0) p.orientation = reoriented(p.orientation, sine > 0.0 ? around / sine : across(up), min(angle, most));
}
