/*{"name": "strands", "stage": "spawn",
"does": "The births of a step belong in turn to so many ribbons of the module `ribbon`. Expressions of modules behind it read which one as `strand`, counted from 0. For lines without gaps, a step must have as many births, or a multiple.",
"parameters": {
  "count": {"type": "whole", "default": 8, "range": [1, 65536], "usual": [1, 64], "logarithmic": true,
    "does": "Number of ribbons; of children, for each parent."}
},
"attributes": {
  "ribbon": {"type": "whole", "does": "The number of the ribbon that the particle belongs to, given at birth."},
  "strand": {"type": "number", "does": "Which of the ribbons the particle belongs to, counted from 0."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    uint strand = b.index % max(a.count, 1u);
    p.ribbon ^= strand;
    p.strand = float(strand);
}
