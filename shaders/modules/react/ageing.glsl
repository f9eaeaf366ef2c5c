/*{"name": "ageing", "stage": "react",
"does": "Particles age faster or slower than time passes.",
"parameters": {
  "rate": {"type": "number", "default": 1, "range": [-1, 1000], "usual": [-1, 10],
    "does": "Seconds of age added in each second; below 0, they age slower, at -1 not at all."}
},
"attributes": {
  "owed_age": {"type": "number", "unit": "s", "default": 0,
    "does": "Age that is less than a step and waits to be added."}
}}*/
void react(inout Particle p, Parameters a, Moment m) {
    p.owed_age += a.rate * m.seconds;
    float steps = trunc(p.owed_age / m.seconds);  // ages are whole steps
    p.age = max(0.0, p.age + steps * m.seconds);
    p.owed_age -= steps * m.seconds;
}
