// The page of `winnow bench step`.
const usualAlive = 16e6;
const usualDeaths = 1;
const passOrder = ["simulate", "peel", "vote", "scan", "compact", "move", "spawn", "hand-over"]; // in the order of a step
const between = "between passes";

const orderOf = pass => (passOrder.includes(pass) ? passOrder.indexOf(pass) : passOrder.length);
const passClass = pass => `pass-${passOrder.includes(pass) ? pass : pass === between ? "between" : "other"}`;
const sumOfPasses = row => Object.values(row.passes).reduce((sum, ms) => sum + ms, 0);
/** Returns the time of a step, always in milliseconds, so that steps are easy to compare. */
const stepText = ms => `${ms < 0.1 ? significant(ms) : decimals(ms, 3)} ms`;
const deathsText = row => (row.deaths_percent > 0 ? `${percentText(row.deaths_percent)} die` : row.effect);

/** Makes the bar of a step: its passes one after another and, if their sum is shorter than the step, the rest. */
function stepBar(row) {
  const passes = Object.entries(row.passes).map(([name, length]) => ({
    length,
    name,
    style: passClass(name),
    title: `${name}: ${stepText(length)}`,
  }));
  const rest = row.ms.median - sumOfPasses(row);
  if (rest > 0)
    passes.push({
      length: rest,
      name: "",
      style: passClass(between),
      title: `${between}: ${stepText(rest)} of the whole step`,
    });
  const marks = row.copy_ms > 0 ? [{ at: row.copy_ms, title: `a copy: ${stepText(row.copy_ms)}` }] : [];
  return {
    label: `${row.backend} ${row.compaction}`,
    small: `${grouped(row.alive)} alive, ${deathsText(row)}`,
    parts: passes,
    marks,
    figures: [stepText(row.ms.median), `${decimals(row.copies, 2)} copies`],
  };
}

function passBars(rows) {
  if (!rows.length) return null;
  const most = Math.max(...rows.flatMap(row => [sumOfPasses(row), row.ms.median, row.copy_ms]));
  const names = each(rows.flatMap(row => Object.keys(row.passes))).sort((a, b) => orderOf(a) - orderOf(b));
  const table = bars(rows.map(stepBar), most);
  table.classList.add("steps");
  return [
    element(
      "p",
      { class: "legend" },
      [...names, between].map(name => element("span", { class: passClass(name) }, name)),
      element("span", { class: "mark" }, "a copy of the columns"),
    ),
    table,
  ];
}

/**
 * Draws the milliseconds of a whole step over the number alive. A point is chosen by its capacity, because numbers alive
 * differ a little between backends.
 */
function stepChart(rows) {
  rows = rows.filter(row => row.alive > 0);
  const capacities = ascending(rows.map(row => row.capacity));
  const point = (row, y, note) => ({ x: row.alive, y, title: `${grouped(row.alive)} alive`, note });
  const line = (name, marker) => ({
    name,
    colour: name,
    marker,
    points: capacities
      .map(capacity => fastest(rows, row => row.backend === name && row.capacity === capacity))
      .filter(Boolean)
      .map(row =>
        point(
          row,
          row.ms.median,
          `${name} ${row.compaction}: ${stepText(row.ms.median)}, ${decimals(row.copies, 2)} copies`,
        ),
      ),
  });
  const copied = capacities.map(capacity => rows.find(row => row.capacity === capacity && row.copy_ms > 0)).filter(Boolean);
  return lineChart(
    "Milliseconds of a step over the number alive",
    (numbers, times) => ({
      x: sizeAxis("alive (Ki = 2¹⁰, Mi = 2²⁰)", numbers),
      y: decadeAxis("milliseconds a step", times),
    }),
    [
      {
        name: "a copy of the columns",
        colour: "copy",
        marker: "circle",
        filled: true,
        points: copied.map(row => point(row, row.copy_ms, `${row.copy}: ${stepText(row.copy_ms)}`)),
      },
      line("glsl", "circle"),
      line("cuda", "square"),
      line("cpu", "diamond"),
    ],
  );
}

const stepsTable = rows =>
  rowsTable(
    [
      " backend",
      " compaction",
      " scan",
      "alive",
      "died",
      "median ms",
      "p10",
      "p90",
      "passes' sum",
      "copy ms",
      "copies",
      "GB/s",
      "memory MiB",
      "bytes each",
    ],
    rows.map(row => ({
      cells: [
        row.backend,
        row.compaction,
        `${row.block} × ${row.grid}`,
        grouped(row.alive),
        grouped(row.died),
        ...spreadCells(row.ms, 1),
        decimals(sumOfPasses(row), 4),
        decimals(row.copy_ms, 4),
        decimals(row.copies, 2),
        significant(row.gb_per_s),
        significant(row.memory_bytes / 2 ** 20),
        grouped(row.bytes_per_particle),
      ],
    })),
  );

/** Chooses the usual row, which the page's finding describes, and the rows that differ from it in one property. */
function choose(rows) {
  const usual = first(rows, row => [
    Math.abs(Math.log(Math.max(1, row.alive) / usualAlive)) + Math.abs(row.deaths_percent - usualDeaths),
  ]);
  const asManyDie = rows.filter(row => row.deaths_percent === usual.deaths_percent && row.effect === usual.effect);
  const asManyLive = rows.filter(row => row.capacity === usual.capacity);
  const both = asManyDie.filter(row => asManyLive.includes(row));
  const overDeaths = groupsBy(asManyLive, ["backend", "deaths_percent", "effect"]).map(([auto]) => auto); // the automatic choice is measured first
  const capacity = Math.max(...rows.map(row => row.capacity));
  const most = fastest(rows, row => row.capacity === capacity) ?? rows[0];
  const best = backends
    .map(([name, title]) => [name, title, fastest(both, row => row.backend === name && row.compaction !== "atomic")])
    .filter(([, , row]) => row);
  return { usual, asManyDie, both, overDeaths, most, best };
}

function stepFinding({ usual, most, best }) {
  if (!best.length) return "";
  const deaths = usual.deaths_percent > 0 ? `, of whom ${percentText(usual.deaths_percent)} die and are replaced,` : "";
  const times = best.map(
    ([, title, row]) => `${stepText(row.ms.median)} in ${title}, ${decimals(row.copies, 2)} copies of the living particles' columns`,
  );
  return (
    `With ${amount(usual.alive, " million")} alive${deaths} a step takes ${times.join("; ")}. ` +
    `The largest run: ${amount(most.alive, " million")} in ${stepText(most.ms.median)} a step.`
  );
}

const stepCard = ([name, title, row]) => ({
  colour: name,
  title: `${title}, a whole step`,
  number: decimals(row.copies, 2),
  unit: "copies",
  line: `of the columns: ${stepText(row.ms.median)} · ${grouped(row.alive)} alive`,
  small: row.compaction,
});

const mostCard = row => ({
  colour: "copy",
  title: "The largest run",
  number: amount(row.alive),
  unit: "particles",
  line: `${stepText(row.ms.median)} a step · ${significant(row.gb_per_s)} GB/s`,
  small: `${row.backend} ${row.compaction}, ${grouped(row.bytes_per_particle)} bytes a particle`,
});

function stepPage({ rows }) {
  const chosen = choose(rows);
  const { asManyDie, both, overDeaths } = chosen;
  return {
    title: "The time of a simulation step",
    finding: stepFinding(chosen),
    facts: [],
    cards: [...chosen.best.map(stepCard), mostCard(chosen.most)],
    sections: () => [
      section(
        "Time over number",
        "A whole step, from simulate to spawn, and one copy of the living particles' columns. Both axes are logarithmic.",
        stepChart(asManyDie),
      ),
      section(
        "Pass by pass",
        "The passes of a step with each compactor. In OpenGL, fused and atomic simulate within compact. " +
          "Passes are timed in separate steps, so they need not add up to the whole.",
        passBars(both),
      ),
      section(
        "Deaths",
        "The same number alive, with more or fewer deaths and births per step.",
        each(overDeaths.map(row => row.deaths_percent)).length > 1 ? passBars(overDeaths) : null,
      ),
    ],
    tables: { lead: "Medians with the 10th and 90th percentile.", content: stepsTable(rows) },
  };
}
