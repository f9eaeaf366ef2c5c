// The pages of `winnow bench compact`, `sort` and `cull`, whose rows are compared with a lower bound: the time in which the
// bytes that must move would move at a copy's speed.
const compactTopic = {
  title: "The time to remove the dead",
  work: "Packing the survivors of",
  items: "records",
  size: "record_bytes",
  share: "survivors_percent",
  pattern: "votes",
  usualSize: 48,
  cubSize: 64,
  shareTitle: "percent that survive",
  shareWord: "survive",
};
const sortTopic = {
  title: "The speed of sorting",
  work: "Sorting",
  items: "keys",
  size: "key_bits",
  usualSize: 32,
  cubSize: 32,
};
const cullTopic = {
  title: "The time to cull particles",
  work: "Listing the visible particles of",
  items: "particles",
  share: "visible_percent",
  shareTitle: "percent that are visible",
  shareWord: "visible",
};

const usualPercent = 50;
// Rows of these names do only a part of the work that the lower bound counts.
const noRemoval = "no removal";
const indicesAlone = "indices alone";
const doesAll = row => row.name !== noRemoval && row.algorithm !== indicesAlone;

const isOurs = row => row.kind === "ours";
const oursInOrder = backend => row => isOurs(row) && row.name === backend && row.keeps_order;
const fullName = row => row.name + (row.algorithm ? (isOurs(row) ? " " : ", ") + row.algorithm : "");
const cubText = row => ("against_cub" in row ? `${decimals(row.against_cub, 2)} × CUB` : "");

const colouredAlgorithms = ["staged", "bits", "fused", "atomic"];

/** Returns the look of a row: a colour of the style sheet; `faint` marks rows that are there for comparison only. */
function lookOf(row) {
  if (isOurs(row))
    return { colour: colouredAlgorithms.includes(row.algorithm) ? row.algorithm : row.name, faint: !row.keeps_order };
  if (row.name.startsWith("cub")) return { colour: "cub" };
  if (row.name === noRemoval) return { colour: "copy", faint: true };
  if (row.algorithm === indicesAlone) return { colour: "list", faint: true };
  if (row.name.startsWith("thrust")) return { colour: "thrust", faint: true };
  return row.name.startsWith("std") ? { colour: "cpu" } : { colour: "naive", faint: true };
}
const classOf = row => `colour-${lookOf(row).colour}${lookOf(row).faint ? " faint" : ""}`;

function markerOf(row) {
  if (!isOurs(row)) return row.name.startsWith("cub") ? "triangle" : "diamond";
  return row.keeps_order ? "circle" : "square";
}

/** The page of one topic, with the words and keys of `topic`. */
class BoundPage {
  constructor(topic, results) {
    this.topic = topic;
    this.results = results;
    this.rows = results.rows;
    const { items, size, share, pattern } = topic;
    this.cases = groupsBy(this.rows, [items, size, share, pattern]);
    this.groups = groupsBy(this.rows, [items, size, pattern]); // the rows of a group differ only in their share
    this.usual = this.caseOfSize(topic.usualSize);
  }

  /** Returns the case shown in large figures: of this size if there is one, random, with most items, nearest to half. */
  caseOfSize(size) {
    const { items, share, pattern } = this.topic;
    return first(this.cases, ([row]) => [
      Number(row[this.topic.size] !== size),
      Number(row[pattern] === "clustered"),
      -row[items],
      Math.abs((row[share] ?? 0) - usualPercent),
    ]);
  }

  /** Returns "16,000,000 records of 48 bytes, 50 % survive, random". */
  describe(row, withShare = true) {
    const { items, size, share, shareWord, pattern } = this.topic;
    return (
      `${grouped(row[items])} ${items}` +
      (size ? ` of ${row[size]} ${size === "key_bits" ? "bits" : "bytes"}` : "") +
      (share && withShare ? `, ${row[share]} % ${shareWord}` : "") +
      (pattern ? `, ${row[pattern]}` : "")
    );
  }

  note(row) {
    return `${fullName(row)}: ${timeText(row.ms.median)}, ${decimals(row.of_floor, 2)} of the lower bound, ${rateText(row.per_second)} a second`;
  }

  algorithmText(row) {
    return row.algorithm + (this.topic.pattern ? `, records of ${row[this.topic.size]} bytes` : "");
  }

  /** Makes one line for each kind, name and algorithm among the rows, except copies. */
  series(rows, x, y) {
    const oneBackend = each(rows.filter(isOurs).map(row => row.name)).length < 2;
    return groupsBy(
      rows.filter(row => row.kind !== "copy" && row.ms.median > 0),
      ["kind", "name", "algorithm"],
    ).map(way => {
      const [row] = way;
      const name = oneBackend && isOurs(row) && row.algorithm ? row.algorithm : fullName(row);
      return {
        ...lookOf(row),
        marker: markerOf(row),
        name: row.keeps_order || row.algorithm === indicesAlone ? name : `${name}, unordered`,
        points: way
          .map(row => ({ x: row[x], y: y(row), title: this.describe(row), note: this.note(row) }))
          .sort((a, b) => a.x - b.x),
      };
    });
  }

  /** Makes the line of the lower bound: at each share the lowest, which is that of the smallest votes. */
  boundSeries(rows) {
    const { share, shareWord } = this.topic;
    const points = ascending(rows.map(row => row[share])).map(percent => {
      const bounds = rows.filter(row => isOurs(row) && row[share] === percent).map(row => row.floor_ms);
      const least = Math.min(...bounds);
      const title = `${percent} % ${shareWord}`;
      return { x: percent, y: least * usPerMs, title, note: `the lower bound: ${timeText(least)}` };
    });
    return {
      name: "the lower bound",
      colour: "copy",
      marker: "circle",
      filled: true,
      points: points.filter(point => isFinite(point.y)),
    };
  }

  /** Draws microseconds over the share, with the lower bound: our algorithms of one backend, and the baselines. */
  shareChart(rows, backend) {
    if (!rows.some(row => isOurs(row) && row.name === backend)) return null;
    const shown = rows.filter(row => row.kind === "peer" || (isOurs(row) && row.name === backend));
    return lineChart(
      `Microseconds over the share, ${backend}`,
      () => ({ x: linearAxis(this.topic.shareTitle, 100), y: linearAxis("microseconds") }),
      [this.boundSeries(rows), ...this.series(shown, this.topic.share, row => row.ms.median * usPerMs)],
    );
  }

  /** Returns the groups to chart: all if they are few, else those with the most items and one of the usual sizes. */
  chartedGroups() {
    const { items, size, usualSize, cubSize } = this.topic;
    const few = 4;
    if (this.groups.length <= few) return this.groups;
    const most = Math.max(...this.rows.map(row => row[items]));
    return this.groups.filter(([row]) => row[items] === most && [usualSize, cubSize].includes(row[size]));
  }

  shareCharts() {
    if (!this.topic.share) return [];
    return this.chartedGroups().flatMap(rows =>
      backends.map(([name, title]) => figure(`${title}: ${this.describe(rows[0], false)}`, this.shareChart(rows, name))),
    );
  }

  shareMap(rows) {
    const { share } = this.topic;
    const shares = ascending(rows.map(row => row[share]));
    if (!share || shares.length < 2) return null;
    const cell = row => row && { value: row.of_floor, title: this.note(row) };
    const ways = groupsBy(
      rows.filter(row => row.kind !== "copy" && doesAll(row)),
      ["kind", "name", "algorithm"],
    );
    return heatMap(
      shares.map(percentText),
      ways.map(way => ({
        title: fullName(way[0]),
        style: classOf(way[0]),
        cells: shares.map(percent => cell(fastest(way, row => row[share] === percent))),
      })),
    );
  }

  /** Draws the rate over the number of items: one chart for each size and pattern with several numbers. */
  rateCharts() {
    const { items, size, share, pattern } = this.topic;
    const usual = this.rows.filter(row => !share || row[share] === usualPercent);
    return groupsBy(usual, [size, pattern]).map(rows => {
      const most = rows.reduce((a, b) => (b[items] > a[items] ? b : a));
      return figure(
        `up to ${this.describe(most)}`,
        lineChart(
          `${items} a second over their number`,
          (numbers, rates) => ({
            x: sizeAxis(`${items} (Ki = 2¹⁰, Mi = 2²⁰)`, numbers),
            y: decadeAxis(`millions of ${items} a second`, rates),
          }),
          this.series(rows, items, row => row.per_second / 1e6),
        ),
      );
    });
  }

  /** Draws bars, the fastest first. A sort cannot come near its lower bound, so its fastest fills the width. */
  boundBars() {
    const shown = this.usual.filter(row => row.kind !== "copy" && doesAll(row)).sort((a, b) => b.of_floor - a.of_floor);
    if (!shown.length) return null;
    const most = this.topic === sortTopic ? shown[0].of_floor : Math.max(1, shown[0].of_floor);
    return bars(
      shown.map(row => ({
        label: fullName(row),
        small: cubText(row),
        style: classOf(row),
        parts: [{ length: row.of_floor, title: this.note(row) }],
        marks: most < 1 ? [] : [{ at: 1, title: "the lower bound" }],
        figures: [decimals(row.of_floor, 2), timeText(row.ms.median)],
      })),
      most,
    );
  }

  boundCard([backend, title, row]) {
    const card = { colour: backend, title: `${title}, best`, small: this.algorithmText(row) };
    if (this.topic === sortTopic)
      return {
        ...card,
        number: rateText(row.per_second),
        unit: `${this.topic.items} a second`,
        line: `${timeText(row.ms.median)} · ${this.describe(row)}`,
      };
    return {
      ...card,
      number: decimals(row.of_floor, 2),
      unit: "of the bound",
      line: [timeText(row.ms.median), cubText(row)].filter(Boolean).join(" · "),
    };
  }

  cubCard([backend, title, row]) {
    return {
      colour: backend,
      title: `${title} beside CUB`,
      number: decimals(row.against_cub, 2),
      unit: "× CUB",
      line: `${timeText(row.ms.median)} · ${rateText(row.per_second)} a second`,
      small: this.algorithmText(row),
    };
  }

  /** Returns the fastest row of each backend in a case, among those that keep order. */
  best(rows) {
    return backends.map(([name, title]) => [name, title, fastest(rows, oursInOrder(name))]).filter(([, , row]) => row);
  }

  /** Returns one sentence: the work, and the time of the best of each backend. */
  finding() {
    const texts = this.best(this.usual).map(([, title, row]) => {
      const held =
        this.topic === sortTopic
          ? `${rateText(row.per_second)} ${this.topic.items} a second`
          : `${decimals(row.of_floor, 2)} of the lower bound's speed`;
      return `${timeText(row.ms.median)} with ${title}, ${row.algorithm} (${[held, cubText(row)].filter(Boolean).join(", ")})`;
    });
    return texts.length ? `${this.topic.work} ${this.describe(this.usual[0])}: ${texts.join("; ")}.` : "";
  }

  table(rows) {
    const best = new Set(backends.map(([name]) => fastest(rows, oursInOrder(name))));
    return rowsTable(
      [" what", " algorithm", "median µs", "p10", "p90", "a second", "bound µs", "of bound", "× CUB"],
      rows.map(row => ({
        style: row.kind + (best.has(row) ? " best" : ""),
        cells: [
          row.name,
          row.algorithm + (row.keeps_order ? "" : " (unordered)"),
          ...spreadCells(row.ms),
          rateText(row.per_second),
          decimals(row.floor_ms * usPerMs, 2),
          decimals(row.of_floor, 3),
          "against_cub" in row ? decimals(row.against_cub, 2) : "",
        ],
      })),
    );
  }

  page() {
    const { topic, results } = this;
    const sorts = topic === sortTopic;
    const described = this.describe(this.usual[0]);
    const besideCub = this.best(this.caseOfSize(topic.cubSize)).filter(([, , row]) => "against_cub" in row);
    return {
      title: topic.title,
      finding: this.finding(),
      facts: [["in large figures", described]],
      cards: [...this.best(this.usual).map(best => this.boundCard(best)), ...besideCub.map(best => this.cubCard(best))],
      sections: () => [
        section("Time over share", `${results.floor} The shaded area shows it.`, this.shareCharts()),
        section(
          sorts ? "Fraction of a copy's speed" : "Fraction of the lower bound's speed",
          described +
            (sorts
              ? ": 1 would be a copy of keys and values; a radix sort moves them once for every digit."
              : ": the line is the lower bound, which nothing that does all of the work should pass."),
          this.boundBars(),
        ),
        section(
          "Every share",
          "The fraction of the lower bound's speed of each way to do it.",
          maps(this.groups.map(rows => figure(this.describe(rows[0], false), this.shareMap(rows)))),
        ),
        section("Speed over number", "Both axes are logarithmic.", this.rateCharts()),
      ],
      tables: {
        lead: "Medians with the 10th and 90th percentile; the fastest of each backend that keeps order is bold.",
        content: folds(
          this.cases.map(rows => ({ title: this.describe(rows[0]), open: rows === this.usual, table: this.table(rows) })),
        ),
      },
    };
  }
}

const boundPage = topic => results => new BoundPage(topic, results).page();
