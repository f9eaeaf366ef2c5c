// The page of `winnow bench timeline`.
const timelineText = ms => `${ms < 1 ? significant(ms) : decimals(ms, 2)} ms`;
const timelineRun = row => `${row.effect}, ${amount(row.alive)} alive, ${row.seconds} s`;
const sameTimeline = (a, b) => ["effect", "alive", "seconds"].every(key => a[key] === b[key]);

function timelineBars(rows) {
  const bar = row => ({
    label: row.work,
    small: row.checkpoints ? `${row.checkpoints} checkpoints, ${significant(row.memory_bytes / 1e6)} MB` : "",
    parts: [{ length: row.ms.median, style: "pass-particles", title: timelineText(row.ms.median) }],
    marks: [{ at: row.ms.p90, title: `a tenth takes longer: ${timelineText(row.ms.p90)}` }],
    figures: [timelineText(row.ms.median), timelineText(row.ms.p90)],
  });
  return bars(rows.map(bar), Math.max(...rows.map(row => row.ms.p90)));
}

const timelineTable = rows =>
  rowsTable(
    [" effect", "alive", "seconds", " work", "ms", "p10", "p90", "checkpoints", "memory MB"],
    rows.map(row => ({
      cells: [
        row.effect,
        grouped(row.alive),
        row.seconds,
        row.work,
        ...spreadCells(row.ms, 1),
        row.checkpoints || "–",
        row.memory_bytes ? significant(row.memory_bytes / 1e6) : "–",
      ],
    })),
  );

function timelinePage({ rows }) {
  const jumps = rows.filter(row => row.work === "jump");
  const first = jumps[0];
  const cost = kept => {
    const plain = rows.find(row => row.work === "step" && sameTimeline(row, kept));
    return plain ? kept.ms.median / plain.ms.median - 1 : null;
  };
  return {
    title: "Time that runs both ways",
    finding: first
      ? `${timelineRun(first)}: a jump to any step takes ${timelineText(first.ms.median)}.`
      : "No jump was made.",
    facts: [],
    cards: rows
      .filter(row => row.work === "step with checkpoints" && cost(row) !== null)
      .slice(0, 3)
      .map(row => ({
        colour: "copy",
        title: timelineRun(row),
        number: decimals(cost(row) * 100, 1),
        unit: "% more",
        line: `for a step with checkpoints: ${timelineText(row.ms.median)}`,
        small: `${row.checkpoints} of them, ${significant(row.memory_bytes / 1e6)} MB`,
      })),
    sections: () =>
      each(rows.map(timelineRun)).map(run =>
        section(run, "The mark is the time that a tenth exceeds.", timelineBars(rows.filter(row => timelineRun(row) === run))),
      ),
    tables: {
      lead: "Medians with the 10th and 90th percentile.",
      content: timelineTable(rows),
    },
  };
}
