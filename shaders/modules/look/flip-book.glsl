/*{"name": "flip-book", "stage": "look",
"does": "Draws particles as the frames of a picture, one after the other; between two frames, both are blended. Else it is as `mask`. Each segment of a ribbon shows a single frame, that of its older point, so frames that depend on `ribbon` give each ribbon its own.",
"parameters": {
  "file": {"type": "file", "holds": "picture",
    "does": "The picture, a PNG file, with the frames from left to right and then down. Without a file, nothing changes."},
  "columns": {"type": "whole", "default": 1, "range": [1, 64], "usual": [1, 16], "constant": true,
    "does": "Frames side by side."},
  "rows": {"type": "whole", "default": 1, "range": [1, 64], "usual": [1, 16], "constant": true,
    "does": "Frames above each other."},
  "plays": {"type": "choice", "default": "once",
    "choices": {
      "once": "from the first frame at birth to the last at death",
      "again": "at `rate`, and after the last frame the first again"},
    "does": "How the frames follow each other."},
  "rate": {"type": "number", "unit": "1/s", "default": 12, "range": [-1000, 1000], "usual": [0, 30],
    "does": "For `again`: frames in a second. With 0, `frame` alone says which one is shown."},
  "frame": {"type": "number", "default": 0, "range": [-1e6, 1e6], "usual": [0, 64],
    "does": "Frames that are skipped, such as {\"random\": [0, 16]} for particles that do not look alike."}
}}*/
void look(Particle p, Parameters a, Moment m, inout Look look) {
    float frames = float(a.columns * a.rows);
    float frame = a.frame + a.rate * p.age;
    if (a.plays == plays_once) frame = clamp(a.frame + (frames - 1.0) * p.life, 0.0, frames - 1.0);
    draw_picture(look, a.file, frame);
}
