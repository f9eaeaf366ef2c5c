/*{"name": "light", "stage": "look",
"does": "Makes particles lights: they shine on smoke, on the ground and on objects. Of all particles, the brightest 4,096 do.",
"parameters": {
  "strength": {"type": "number", "default": 1, "range": [0, 10000], "usual": [0, 20],
    "does": "The light close to the particle, as a factor on its colour and alpha."},
  "radius": {"type": "number", "unit": "m", "default": 2, "range": [0, 10000], "usual": [0, 20],
    "does": "The distance at which the light ends; at a quarter of it, about half is left."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    look.light = a.strength;
    look.reach = a.radius;
}
