/*{"name": "proportions", "stage": "look",
"does": "Makes sprites longer or wider than their diameter: columns, blades, sheets.",
"parameters": {
  "along": {"type": "number", "default": 1, "range": [0, 100], "usual": [0.1, 10], "logarithmic": true,
    "does": "Factor on their longer side, which lies along an axis or a motion that they face."},
  "width": {"type": "number", "default": 1, "range": [0, 100], "usual": [0.1, 10], "logarithmic": true,
    "does": "Factor on the other side."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) { look.sides *= vec2(a.along, a.width); }
