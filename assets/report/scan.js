// The page of `winnow bench scan`.
const mostOfSmallSizes = 2 ** 20; // on the fastest GPUs, launches cost more than elements up to this size
const fewestPairs = 4; // a map needs at least so many pairs
const textbook = { block: "blelloch", grid: "scan-then-propagate" };

const scansOf = name => row => row.kind === "scan" && row.name === name;
const named = name => row => row.name === name;
const textbookOf = name => row => row.name === name && row.block === textbook.block && row.grid === textbook.grid;
const pairText = row => (row.block ? `${row.block} × ${row.grid}` : "");
const speedText = row => `${significant(row.gb_per_s)} GB/s`;
const rowNote = row =>
  `${row.name}${row.block ? `, ${pairText(row)}` : ""}: ${speedText(row)}, ${timeText(row.ms.median)}, ${decimals(row.of_copy, 2)} of a copy`;

// The lines of the charts: name, look, and a test that selects the rows.
const copyLine = { name: "a copy, the ceiling", colour: "copy", marker: "circle", test: row => row.kind === "copy" };
const gpuLines = [
  { name: "CUB", colour: "cub", marker: "triangle", test: named("cub") },
  { name: "CUDA, best pair", colour: "cuda", marker: "square", test: scansOf("cuda") },
  { name: "GLSL, best pair", colour: "glsl", marker: "circle", test: scansOf("glsl") },
  { name: "CUDA, textbook", colour: "cuda", faint: true, marker: "square", test: textbookOf("cuda") },
  { name: "GLSL, textbook", colour: "glsl", faint: true, marker: "circle", test: textbookOf("glsl") },
];
const cpuLines = [
  { name: "CPU, one processor", colour: "cpu", marker: "diamond", test: named("cpu") },
  { name: "CPU, all processors", colour: "cpu", faint: true, marker: "diamond", test: named("cpu parallel") },
];
const naiveLines = [
  { name: "CUDA, naive O(N²)", colour: "naive", marker: "square", test: named("cuda naive") },
  { name: "GLSL, naive O(N²)", colour: "naive", faint: true, marker: "circle", test: named("glsl naive") },
];

/** Makes lines through the fastest row of every size; a line whose rows an earlier line shows has no points. */
function scanSeries(rows, lines, y) {
  const shown = new Set();
  return lines.map(line => {
    const best = ascending(rows.map(row => row.elements))
      .map(size => fastest(rows, row => row.elements === size && line.test(row)))
      .filter(Boolean);
    const isNew = best.some(row => !shown.has(row));
    best.forEach(row => shown.add(row));
    return {
      ...line,
      points: isNew
        ? best.map(row => ({ x: row.elements, y: y(row), title: `${sizeText(row.elements)} elements`, note: rowNote(row) }))
        : [],
    };
  });
}

const elementsAxis = sizes => sizeAxis("elements (Ki = 2¹⁰, Mi = 2²⁰)", sizes);

const speedChart = rows =>
  lineChart(
    "Gigabytes a second over the number of elements",
    sizes => ({ x: elementsAxis(sizes), y: linearAxis("GB/s, read and written") }),
    scanSeries(rows, [{ ...copyLine, filled: true }, ...gpuLines, ...cpuLines], row => row.gb_per_s),
  );

const smallSizesChart = rows =>
  lineChart(
    "Microseconds at small sizes",
    (sizes, times) => ({ x: elementsAxis(sizes), y: decadeAxis("µs a scan", times) }),
    scanSeries(
      rows.filter(row => row.elements <= mostOfSmallSizes),
      [{ ...copyLine, name: "a copy" }, ...gpuLines, ...cpuLines, ...naiveLines],
      row => row.ms.median * usPerMs,
    ),
  );

function largestBars(rows) {
  const found = new Map();
  for (const line of [...gpuLines, { ...copyLine, name: "a copy" }]) {
    const row = fastest(rows, line.test);
    if (row && !found.has(row)) found.set(row, line);
  }
  if (!found.size) return null;
  const list = [...found].sort(([a], [b]) => b.of_copy - a.of_copy);
  const most = Math.max(1, list[0][0].of_copy);
  return bars(
    list.map(([row, line]) => ({
      label: line.name,
      small: pairText(row),
      style: `colour-${line.colour}${line.faint ? " faint" : ""}`,
      parts: [{ length: row.of_copy, title: rowNote(row) }],
      marks: most > 1 ? [{ at: 1, title: "a copy" }] : [],
      figures: [decimals(row.of_copy, 2), speedText(row)],
    })),
    most,
  );
}

function pairsMap(rows, backend) {
  const ours = rows.filter(row => scansOf(backend)(row) && row.block);
  if (ours.length < fewestPairs) return null;
  const grids = each(ours.map(row => row.grid));
  const cell = row => row && { value: row.of_copy, title: rowNote(row) };
  return heatMap(
    grids,
    each(ours.map(row => row.block)).map(block => ({
      title: block,
      cells: grids.map(grid => cell(ours.find(row => row.block === block && row.grid === grid))),
    })),
    `colour-${backend}`,
  );
}

function scanTable(rows) {
  const best = new Set(backends.map(([name]) => fastest(rows, row => scansOf(name)(row) && row.block)));
  return rowsTable(
    [" what", " block scan", " grid strategy", "median µs", "p10", "p90", "GB/s", "of copy", "hand-over µs"],
    rows.map(row => ({
      style: row.kind + (best.has(row) ? " best" : ""),
      cells: [
        row.name,
        row.block,
        row.grid,
        ...spreadCells(row.ms),
        significant(row.gb_per_s),
        decimals(row.of_copy, 3),
        "hand_over_ms" in row ? decimals(row.hand_over_ms * usPerMs, 2) : "",
      ],
    })),
  );
}

function race(sources) {
  if (!sources) return null;
  const reported = sources.reported[0].ms;
  const line = (style, what, by, ms) => ({ style, cells: [what, by, timeText(ms), `${significant(reported / ms)} ×`] });
  return rowsTable(
    [" what", " ", "time", "as fast as the reported sequential"],
    [
      ...sources.reported.map(time => line("copy", time.what, `reported, ${time.machine}`, time.ms)),
      ...sources.rows
        .filter(row => row.kind !== "copy" && row.ms.median > 0)
        .map(row => line(row.kind, row.name, pairText(row), row.ms.median)),
    ],
  );
}

function scanPage(results) {
  const { rows } = results;
  const sizes = ascending(rows.map(row => row.elements));
  const largest = sizes.at(-1);
  const at = size => rows.filter(row => row.elements === size);
  const atLargest = at(largest);
  const elements = `${sizeText(largest)} elements`;
  const cub = fastest(atLargest, named("cub"));
  const best = backends.map(([name, title]) => [name, title, fastest(atLargest, scansOf(name))]).filter(([, , row]) => row);
  const found = best.map(
    ([, title, row]) => `${title} in ${timeText(row.ms.median)}, ${decimals(row.of_copy, 2)} of a copy's speed`,
  );
  if (cub) found.push(`CUB in ${timeText(cub.ms.median)}, ${decimals(cub.of_copy, 2)}`);
  return {
    title: "The speed of a prefix sum, compared with a copy",
    finding: found.length ? `The exclusive scan of ${elements}: ${found.join("; ")}.` : "",
    facts: [["elements", `${results.type}, ${results.op}`]],
    cards: best.map(([name, title, row]) => ({
      colour: name,
      title: `${title}, best`,
      number: decimals(row.of_copy, 2),
      unit: "of a copy",
      line: speedText(row) + (cub ? ` · ${decimals(cub.ms.median / row.ms.median, 2)} × CUB` : ""),
      small: pairText(row),
    })),
    sections: () => [
      section(
        "Speed over size",
        "A scan must read and write every element once, so it cannot be faster than a copy. Textbook is blelloch × scan-then-propagate.",
        speedChart(rows),
      ),
      section(
        "Fraction of a copy",
        `${elements}: the speed of each as a fraction of a copy's speed.`,
        largestBars(atLargest),
      ),
      section(
        "Every pair",
        `${elements}: fraction of a copy of each block scan within each grid strategy.`,
        maps(backends.map(([name, title]) => figure(title, pairsMap(atLargest, name)))),
      ),
      section("Small sizes", "At these sizes launches cost more than elements. Both axes are logarithmic.", smallSizesChart(rows)),
      section(
        "The sources' race",
        `${grouped(results.sources?.elements ?? 0)} floats, exclusive sum. The sources report a GPU that loses to one processor.`,
        race(results.sources),
      ),
    ],
    tables: {
      lead: "Medians with the 10th and 90th percentile; the best pair of each backend is bold.",
      content: folds(
        [...sizes]
          .reverse()
          .map(size => ({ title: `${sizeText(size)} elements`, open: size === largest, table: scanTable(at(size)) })),
      ),
    },
  };
}
