/*{"name": "streak", "stage": "look",
"does": "Draws motion as length, as a camera with a slow shutter does.",
"parameters": {
  "time": {"type": "number", "unit": "s", "default": 0.02, "range": [0, 10], "usual": [0, 0.1],
    "does": "The time that the shutter is open: the streak is as long as the distance covered in it."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.streak = a.time; }
