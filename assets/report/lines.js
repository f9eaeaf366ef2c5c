// Line charts by Chart.js 3 or 4. Colours come from the style sheet, so charts are drawn again when the reader's system
// changes between light and dark. On narrow screens a legend replaces the names at the lines' ends.
const library = JSON.parse(document.getElementById("chart-library").textContent);
if (library) document.head.append(element("script", {}, library)); // runs at once and defines Chart
const hasCharts = typeof Chart === "function";
const narrow = matchMedia("(max-width: 720px)");
const dark = matchMedia("(prefers-color-scheme: dark)");
const drawings = []; // {canvas, configure, chart}

const markers = { circle: "circle", square: "rect", diamond: "rectRot", triangle: "triangle" };
const labelGap = 17;
const labelOffset = 12; // pixels from a line's end to its name; labelGap: pixels between names

/** Returns a colour of the style sheet; grey if it has none of that name. */
const colourOf = name =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim() || colourOf("copy");

/** Moves names apart: each keeps its distance from the one above; names below the drawing then move up. */
function spreadLabels(labels, bottom) {
  labels.sort((a, b) => a.y - b.y);
  for (let i = 1; i < labels.length; ++i) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + labelGap);
  for (let i = labels.length, most = bottom; i-- > 0; most = labels[i].y - labelGap)
    labels[i].y = Math.min(labels[i].y, most);
}

/** Draws a name beside the end of its line; with `leader`, a stroke leads to a name that was moved. */
function drawLabel(context, { line, end, y }, leader) {
  context.fillStyle = context.strokeStyle = line.borderColor;
  if (leader && Math.abs(y - end.y) > 1) {
    context.beginPath();
    context.moveTo(end.x + 5, end.y);
    context.lineTo(end.x + labelOffset - 3, y);
    context.stroke();
  }
  context.font = labelFont(line.faint);
  context.fillText(line.label, end.x + labelOffset, y);
}

/** Draws names in a column at the right edge; the name of a line that ends within the drawing is above its end. */
function drawLabels(chart) {
  const { ctx, chartArea, data } = chart;
  const ends = data.datasets.map((line, i) => ({ line, end: chart.getDatasetMeta(i).data.at(-1) }));
  const isAtEdge = ({ end }) => end.x > chartArea.right - 1;
  ctx.save();
  ctx.textBaseline = "middle";
  for (const atEdge of [true, false]) {
    const labels = ends.filter(label => isAtEdge(label) === atEdge);
    for (const label of labels) label.y = label.end.y - (atEdge ? 0 : 10);
    spreadLabels(labels, chartArea.bottom);
    for (const label of labels) drawLabel(ctx, label, atEdge);
  }
  ctx.restore();
}
const labelFont = faint => `${faint ? 400 : 600} 13px ${Chart.defaults.font.family}`;

function labelWidth(canvas, series) {
  const context = canvas.getContext("2d");
  return Math.max(
    ...series.map(line => {
      context.font = labelFont(line.faint);
      return context.measureText(line.name).width;
    }),
  );
}

const powers = (base, first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => base ** (first + i));

/** Makes a logarithmic axis of counts from 1 on, with ticks at powers of 4: "1 Ki", "16 Mi". */
function sizeAxis(title, values) {
  const min = Math.min(...values);
  const max = Math.max(...values);
  const text = value => {
    const prefix = Math.min(4, Math.floor(Math.log2(value) / 10));
    return value / 1024 ** prefix + ["", " Ki", " Mi", " Gi", " Ti"][prefix];
  };
  return {
    title,
    type: "logarithmic",
    min,
    max,
    ticks: powers(4, Math.ceil(Math.log2(min) / 2), Math.floor(Math.log2(max) / 2)),
    text,
  };
}

/** Makes a logarithmic axis of whole decades around the values, which are above 0. */
function decadeAxis(title, values) {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    title,
    type: "logarithmic",
    min: 10 ** first,
    max: 10 ** last,
    ticks: powers(10, first, last),
    text: value => (value < 1 ? String(Number(value.toPrecision(1))) : grouped(value)),
  };
}

const linearAxis = (title, max = undefined) => ({ title, type: "linear", min: 0, max });

function scale(axis, isX) {
  const soft = colourOf("soft");
  return {
    type: axis.type,
    min: axis.min,
    max: axis.max,
    title: { display: true, text: axis.title, color: soft },
    grid: { color: colourOf("line"), drawOnChartArea: !isX },
    afterBuildTicks: built => {
      if (axis.ticks) built.ticks = axis.ticks.map(value => ({ value }));
    },
    ticks: { color: soft, maxRotation: 0, maxTicksLimit: isX ? 12 : 7, ...(axis.text && { callback: axis.text }) },
  };
}

const dataset = line => ({
  label: line.name,
  faint: line.faint,
  data: line.points,
  borderColor: colourOf(line.colour),
  backgroundColor: colourOf(line.colour) + (line.filled ? "22" : ""),
  pointBackgroundColor: colourOf(line.colour),
  pointBorderColor: colourOf("card"),
  pointStyle: markers[line.marker],
  pointRadius: line.marker === "circle" ? 4.5 : 5.5,
  pointHoverRadius: 7,
  tension: 0,
  fill: line.filled ? "start" : false,
  borderWidth: line.faint ? 1.5 : 2.5,
  borderDash: line.faint ? [5, 4] : [],
});

function configuration(canvas, { x, y, series }) {
  const small = narrow.matches;
  return {
    type: "line",
    data: { datasets: series.map(dataset) },
    plugins: small ? [] : [{ id: "labels", afterDatasetsDraw: drawLabels }],
    options: {
      parsing: false,
      animation: false,
      maintainAspectRatio: false,
      clip: 8,
      layout: { padding: { top: 8, right: small ? 8 : labelOffset + labelWidth(canvas, series) + 4 } },
      interaction: { mode: "nearest", axis: "x", intersect: false },
      scales: { x: scale(x, true), y: scale(y, false) },
      plugins: {
        legend: { display: small, position: "bottom", labels: { usePointStyle: true, color: colourOf("soft") } },
        tooltip: {
          usePointStyle: true,
          callbacks: { title: items => items[0]?.raw.title ?? "", label: item => item.raw.note },
        },
      },
    },
  };
}

function draw(drawing) {
  drawing.chart?.destroy();
  Object.assign(Chart.defaults.font, { family: getComputedStyle(document.body).fontFamily, size: 13 });
  drawing.chart = new Chart(drawing.canvas, drawing.configure());
}

/**
 * Makes a chart of lines {name, colour, faint, marker, filled, points: [{x, y, title, note}]}; lines without points are
 * not drawn. Null if there is no chart library or fewer than two values of x. `axes(xs, ys)` makes the axes {x, y} from
 * all values.
 */
function lineChart(description, axes, series) {
  series = series.filter(line => line.points.length);
  const points = series.flatMap(line => line.points);
  const xs = points.map(point => point.x);
  if (!hasCharts || each(xs).length < 2) return null;
  const shown = {
    ...axes(
      xs,
      points.map(point => point.y),
    ),
    series,
  };
  const canvas = element("canvas", { role: "img", "aria-label": `${description}; the tables below have every value` });
  drawings.push({ canvas, configure: () => configuration(canvas, shown) });
  return element("div", { class: "chart" }, canvas);
}

/** Draws all charts: once the page has its elements, and again when it becomes narrow, wide, dark or light. */
function drawAll() {
  drawings.forEach(draw);
}
for (const query of [narrow, dark]) query.addEventListener("change", drawAll);
