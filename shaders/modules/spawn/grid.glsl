/*{"name": "grid", "stage": "spawn",
"does": "The births of a step are placed in turn on the points of a grid.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle, relative to the place where the emitter or the parent has its births."},
  "size": {"type": "vector", "unit": "m", "default": [1, 1, 1], "range": [0, 1e6], "usual": [0, 10],
    "does": "The lengths of the edges of the box that the grid divides into cells."},
  "columns": {"type": "whole", "default": 10, "range": [1, 100000], "usual": [1, 100], "logarithmic": true,
    "does": "Number of points along x."},
  "rows": {"type": "whole", "default": 10, "range": [1, 100000], "usual": [1, 100], "logarithmic": true,
    "does": "Number of points along y."},
  "layers": {"type": "whole", "default": 10, "range": [1, 100000], "usual": [1, 100], "logarithmic": true,
    "does": "Number of points along z."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    uint columns = max(a.columns, 1u), rows = max(a.rows, 1u), layers = max(a.layers, 1u);
    vec3 cell = vec3(float(b.index % columns), float(b.index / columns % rows), float(b.index / columns / rows % layers));
    vec3 share = (cell + 0.5) / vec3(float(columns), float(rows), float(layers));
    vec3 middle = p.position + a.centre;
    p.position = middle + (share - 0.5) * a.size;
}
