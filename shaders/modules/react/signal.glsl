/*{"name": "signal", "stage": "react",
"does": "Tells the program that plays the effect of particles: in each step in which a condition holds, it gets an event with their place and velocity.",
"parameters": {
  "when": {"type": "truth", "default": true,
    "does": "The particles that it hears of, such as `position.y < 0`, or once in a life `age >= 1 && age - seconds < 1`."}
}}*/
void react(inout Particle p, Parameters a, Moment m) {
    if (a.when) signal(p);
}
