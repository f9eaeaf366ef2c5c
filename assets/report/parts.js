// Common parts of every topic's page: numbers as text, and elements. Text from the results only becomes text nodes and
// attribute values, so that no name in them can become markup.
const usPerMs = 1000;
const backends = [
  ["glsl", "OpenGL compute"],
  ["cuda", "CUDA"],
];

// --- numbers ---

const grouped = number => number.toLocaleString("en-US", { maximumFractionDigits: 0 });
const decimals = (number, digits) =>
  number.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** Returns a number with three significant digits: "0.0123", "4.10", "3,924". */
const significant = number =>
  number === 0 ? "0" : decimals(number, Math.max(0, Math.min(12, 2 - Math.floor(Math.log10(Math.abs(number))))));
const percentText = percent => `${Number(percent.toPrecision(4))} %`;
/** Returns a time: "533.9 µs", "5.05 ms", "1.20 s". */
const timeText = ms =>
  ms < 1 ? `${decimals(ms * usPerMs, 1)} µs` : ms < 1000 ? `${significant(ms)} ms` : `${significant(ms / 1000)} s`;

/** Returns a number and the largest unit that it reaches, of [[1e9, "G"], ...], the largest first. */
function inUnits(number, units) {
  const [size, name] = units.find(([size]) => number >= size) ?? [1, ""];
  return [significant(number / size), name];
}
/** Returns a count, "16.0 M" or "5,000"; below a million it is exact. */
const amount = (number, million = " M") =>
  number < 1e6 ? grouped(number) : (number < 1e7 ? decimals(number / 1e6, 1) : grouped(number / 1e6)) + million;
/** Returns a rate per second: "12.3 G". */
const rateText = number =>
  inUnits(number, [
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ]).join("");

const superscript = number => String(number).replace(/\d/g, digit => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
/** Returns a number, as a power of two if it is one: "2²⁰ = 1,048,576", "1,000,000". */
function sizeText(number) {
  const power = Math.log2(number);
  return Number.isInteger(power) ? `2${superscript(power)} = ${grouped(number)}` : grouped(number);
}

// --- rows ---

/** Returns the fastest of the rows that pass the test; undefined if none does. */
const fastest = (rows, test) =>
  rows.reduce(
    (best, row) => (row.ms.median > 0 && test(row) && !(best && best.ms.median <= row.ms.median) ? row : best),
    undefined,
  );
/** Returns the distinct values in their order. */
const each = values => [...new Set(values)];
const ascending = values => each(values).sort((a, b) => a - b);
/** Returns lists of the rows that have the same values of all keys. */
function groupsBy(rows, keys) {
  const groups = new Map();
  for (const row of rows) {
    const key = JSON.stringify(keys.map(key => row[key]));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** Returns the item whose `key(item)`, a list of numbers, comes first; the first of equals. */
function first(items, key) {
  const before = (a, b) => {
    const at = a.findIndex((value, i) => value !== b[i]);
    return at >= 0 && a[at] < b[at];
  };
  return items.reduce((best, item) => (before(key(item), key(best)) ? item : best));
}

// --- elements ---

/** Makes an element with attributes; its children are elements and text, and null children are left out. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}

/** Makes a section; null if there is no content. */
function section(title, lead, ...content) {
  content = content.flat().filter(Boolean);
  if (!content.length) return null;
  return element("section", {}, element("h2", {}, title), lead ? element("p", {}, lead) : null, content);
}

const figure = (caption, content) => content && element("figure", {}, element("figcaption", {}, caption), content);

/** Puts figures beside each other if there is room; null if there are none. */
function maps(figures) {
  figures = figures.filter(Boolean);
  return figures.length ? element("div", { class: "maps" }, figures) : null;
}

/** Makes a card that shows one result in large figures. */
const card = ({ colour, title, number, unit, line, small }) =>
  element(
    "div",
    { class: `card colour-${colour}` },
    element("h3", {}, title),
    element("p", { class: "big" }, number, element("small", {}, ` ${unit}`)),
    element("p", {}, line),
    element("p", { class: "pair" }, small),
  );
const cards = list => (list.length ? element("div", { class: "cards" }, list.map(card)) : null);

/** Makes a table that scrolls if it is too wide. `columns` are titles; a leading space marks a column of words. */
function rowsTable(columns, rows) {
  const kind = title => (title.startsWith(" ") ? { class: "word" } : {});
  const cell = (text, i) => element(i ? "td" : "th", kind(columns[i]), text);
  return element(
    "div",
    { class: "scroll", tabindex: 0 },
    element(
      "table",
      { class: "rows" },
      element(
        "tr",
        {},
        columns.map(title => element("th", kind(title), title.trim())),
      ),
      rows.map(({ style, cells }) => element("tr", { class: style ?? "" }, cells.map(cell))),
    ),
  );
}

/** Returns median, 10th and 90th percentile in microseconds or, with `unit` 1, milliseconds. */
const spreadCells = (ms, unit = usPerMs) =>
  [ms.median, ms.p10, ms.p90].map(time => decimals(time * unit, unit === 1 ? 4 : 2));

/** Puts each table under a heading that opens and closes it; `open` says which is open at first. */
const folds = tables =>
  tables.map(({ title, open, table }) =>
    element("details", open ? { open: "" } : {}, element("summary", {}, title), table),
  );

/**
 * Makes horizontal bars. Each has label, small (text below the label), style, parts [{length, style, title, name}],
 * figures, and marks [{at, title}]. Lengths and places are in the unit of `most`, which fills the width.
 */
function bars(list, most) {
  const share = value => `${(Math.min(1, value / most) * 100).toFixed(2)}%`;
  const part = ({ length, style, title, name }) =>
    element("i", { class: style ?? "", style: `width:${share(length)}`, title }, name && length / most > 0.16 ? name : "");
  const mark = ({ at, title }) => element("b", { style: `left:${share(at)}`, title });
  return element(
    "table",
    { class: "bars" },
    list.map(bar =>
      element(
        "tr",
        { class: bar.style ?? "" },
        element("th", {}, bar.label, element("small", {}, bar.small)),
        element("td", {}, element("div", { class: "stack" }, bar.parts.map(part), (bar.marks ?? []).map(mark))),
        bar.figures.map(text => element("td", { class: "figure" }, text)),
      ),
    ),
  );
}

/** Makes a coloured table of fractions. Each of `lines` has title, style and `cells` [{value, title} or undefined]. */
function heatMap(columns, lines, style = "") {
  const cell = shown => {
    if (!shown) return element("td", { class: "none" }, "–");
    const percent = Math.round(Math.min(1, shown.value) * 100);
    return element(
      "td",
      { class: percent >= 60 ? "heat strong" : "heat", style: `--share:${percent}%`, title: shown.title },
      decimals(shown.value, 2),
    );
  };
  return element(
    "div",
    { class: "scroll", tabindex: 0 },
    element(
      "table",
      { class: `map ${style}` },
      element(
        "tr",
        {},
        element("td"),
        columns.map(title => element("th", {}, title)),
      ),
      lines.map(line => element("tr", { class: line.style ?? "" }, element("th", {}, line.title), line.cells.map(cell))),
    ),
  );
}
