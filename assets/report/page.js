// Builds the page from the results that are embedded in it.
const topics = {
  scan: scanPage,
  frame: stepPage,
  compact: boundPage(compactTopic),
  sort: boundPage(sortTopic),
  cull: boundPage(cullTopic),
  draw: drawPage,
  timeline: timelinePage,
};

const fact = ([name, value]) => (value ? element("div", {}, element("dt", {}, name), element("dd", {}, value)) : null);

function header(results, { title, finding, facts }) {
  const { device } = results;
  return element(
    "header",
    {},
    element("h1", {}, title),
    element("p", { class: "machine" }, device.name),
    finding ? element("p", { class: "result" }, finding) : null,
    element(
      "dl",
      {},
      [
        ["OpenGL", device.version],
        ...facts,
        ["measured", results.date],
        ["winnow", results.version],
        ["commit", results.commit],
      ].map(fact),
    ),
  );
}

const list = texts =>
  element(
    "ul",
    {},
    texts.map(text => element("li", {}, text)),
  );

/** Makes the section of warnings that a reader needs before the figures: missing charts and unreliable figures. */
function warnings(results) {
  const missing = hasCharts
    ? []
    : [
        "The charts are missing: the chart library Chart.js was not found when this page was written. " +
          "Install it (on Debian and Ubuntu: apt-get install libjs-chart.js) and write the page again " +
          `(winnow bench ${results.topic} --from FILE.json --report PAGE.html). The tables have every value.`,
      ];
  const texts = [...missing, ...results.cautions];
  return texts.length ? element("section", { class: "warnings" }, element("h2", {}, "Read with care"), list(texts)) : null;
}

function method(results) {
  const left = results.left_out;
  return section(
    "How it was measured",
    [results.floor, results.method].filter(Boolean).join(" ") || "The kept results do not say.",
    left.length
      ? element(
          "details",
          {},
          element("summary", {}, `${left.length} left out`),
          list(left.map(row => `${row.what}: ${row.reason}`)),
        )
      : element("p", {}, "Nothing was left out."),
  );
}

function show(results) {
  const page = topics[results.topic](results);
  const faults = results.faults ?? [];
  document.title = `winnow bench ${results.topic}: ${results.device.name}`;
  const { lead, content } = page.tables;
  const parts = [
    header(results, page),
    cards(page.cards),
    warnings(results),
    ...page.sections(),
    faults.length ? section("Wrong results", "Rows with wrong results have no speed and are not listed below.", list(faults)) : null,
    section("All rows", lead, content),
    method(results),
  ];
  document.getElementById("page").replaceChildren(...parts.filter(Boolean));
  drawAll();
}

show(JSON.parse(document.getElementById("results").textContent));
