// The page of `winnow bench draw`.
const drawParts = ["project", "expand", "bin", "divide", "light", "cover", "resolve"]; // within the pass "particles" of tiles
const isFrame = row => row.method !== "atomics"; // atomics draw the particles alone
const frameText = ms => `${ms < 1 ? significant(ms) : decimals(ms, 2)} ms`;
const population = row => `${row.effect}, ${amount(row.alive)} alive, ${row.width} × ${row.height}`;
const samePopulation = (a, b) => ["effect", "alive", "width", "height"].every(key => a[key] === b[key]);

/** Makes the bar of a frame: its passes one after another, those of tiles within the particles. */
function frameBar(row) {
  const inParticles = drawParts.filter(name => name in row.passes);
  const names = Object.keys(row.passes).filter(name => !drawParts.includes(name));
  const parts = names.map(name => ({
    length: row.passes[name],
    name,
    style: `pass-${name.replaceAll(" ", "-")}`,
    title:
      `${name}: ${frameText(row.passes[name])}` +
      (name === "particles" && inParticles.length
        ? ` (${inParticles.map(part => `${part} ${frameText(row.passes[part])}`).join(", ")})`
        : ""),
  }));
  return {
    label: `${row.effect}, ${amount(row.alive)} alive`,
    small: `${row.width} × ${row.height}, ${significant(row.memory_bytes / 2 ** 20)} MiB`,
    parts,
    marks: [{ at: row.floor_ms, title: `lower bound: ${frameText(row.floor_ms)}` }],
    figures: [frameText(row.ms.median), `${decimals(1000 / row.ms.median, 0)} frames/s`],
  };
}

function frameBars(rows) {
  const most = Math.max(...rows.map(row => row.ms.median));
  const names = each(rows.flatMap(row => Object.keys(row.passes))).filter(name => !drawParts.includes(name));
  const table = bars(rows.map(frameBar), most);
  table.classList.add("steps");
  return [
    element(
      "p",
      { class: "legend" },
      names.map(name => element("span", { class: `pass-${name.replaceAll(" ", "-")}` }, name)),
      element("span", { class: "mark" }, "the lower bound"),
    ),
    table,
  ];
}

/** Makes bars of the particles alone, in every way, for each population that atomics drew too. */
function particleBars(rows) {
  const shown = rows
    .filter(row => !isFrame(row))
    .flatMap(atomics => rows.filter(row => samePopulation(row, atomics)))
    .map(row => ({ ...row, ms: row.passes.particles ?? 0 }));
  const bar = row => ({
    label: `${row.effect}, ${amount(row.alive)} alive`,
    small: `${row.width} × ${row.height}, by ${row.method}`,
    parts: [{ length: row.ms, style: "pass-particles", title: frameText(row.ms) }],
    figures: [frameText(row.ms)],
  });
  return shown.length ? bars(shown.map(bar), Math.max(...shown.map(row => row.ms))) : null;
}

/** Returns how many times faster the tiles draw than the triangles, for each population that both drew. */
const comparisons = rows =>
  rows
    .filter(row => row.method === "tiles")
    .map(tiles => [tiles, rows.find(row => row.method === "triangles" && samePopulation(row, tiles))])
    .filter(([, triangles]) => triangles)
    .map(([tiles, triangles]) => ({ tiles, times: triangles.ms.median / tiles.ms.median }));

const framesTable = rows =>
  rowsTable(
    [" effect", "alive", " frame", " drawn by", "frame ms", "p10", "p90", "particles ms", "bound ms", "memory MiB", " passes, ms"],
    rows.map(row => ({
      cells: [
        row.effect,
        grouped(row.alive),
        `${row.width} × ${row.height}`,
        row.method,
        ...(isFrame(row) ? spreadCells(row.ms, 1) : ["–", "–", "–"]),
        decimals(row.passes.particles ?? 0, 3),
        decimals(row.floor_ms, 3),
        significant(row.memory_bytes / 2 ** 20),
        Object.entries(row.passes)
          .map(([name, ms]) => `${name} ${decimals(ms, 3)}`)
          .join(", "),
      ],
    })),
  );

function drawPage({ rows, floor }) {
  const compared = comparisons(rows).sort((a, b) => b.times - a.times);
  const frames = rows.filter(isFrame);
  const most = frames.length ? frames.reduce((a, b) => (b.alive > a.alive ? b : a)) : null;
  const best = compared[0];
  return {
    title: "The time of a drawn frame",
    finding: best
      ? `Tiles draw ${population(best.tiles)} in ${frameText(best.tiles.ms.median)}: ` +
        `${decimals(best.times, 1)} times as fast as triangles.`
      : most
        ? `${population(most)}: ${frameText(most.ms.median)} by ${most.method}.`
        : "No whole frame was drawn.",
    facts: [],
    cards: [
      ...compared.slice(0, 2).map(({ tiles, times }) => ({
        colour: "glsl",
        title: population(tiles),
        number: decimals(times, 1),
        unit: "times as fast",
        line: `as triangles: ${frameText(tiles.ms.median)} a frame`,
        small: "",
      })),
      ...(most
        ? [
            {
              colour: "copy",
              title: "The most particles",
              number: amount(most.alive),
              unit: "particles",
              line: `${frameText(most.ms.median)} a frame by ${most.method}`,
              small: `${most.width} × ${most.height}`,
            },
          ]
        : []),
    ],
    sections: () => [
      ...each(frames.map(row => row.method)).map(method =>
        section(
          `Drawn by ${method}`,
          `${floor} Passes are timed in separate frames, so they need not add up to the whole.`,
          frameBars(frames.filter(row => row.method === method)),
        ),
      ),
      section(
        "The particles alone",
        "The pass “particles” of each frame, and beside it a baseline: atomics add every sprite straight to the picture, in global memory.",
        particleBars(rows),
      ),
    ],
    tables: {
      lead: "Medians with the 10th and 90th percentile.",
      content: framesTable(rows),
    },
  };
}
