// Predict: the values that a frame writes are hidden until the reader has typed them.

/** Returns what was typed, or a value, in a form in which both can be compared. */
const comparable = text =>
  text
    .replace(/\s/g, "")
    .replace(/[−–]/g, "-")
    .replace(/inf(inity)?/i, "∞")
    .toLowerCase();

/** Asks for the values that a frame of a run writes. `changed` is called after each answer. */
class Question {
  constructor(run, frame, changed) {
    this.changed = changed;
    this.sheet = run.element.querySelector(".sheet");
    this.view = run.svg.viewBox.baseVal;
    this.answers = document.createElement("div");
    this.answers.className = "answers";
    this.answers.style.setProperty("--width", this.view.width);
    const [x, y] = ["x", "y"].map(name => text => Number(text.getAttribute(name)));
    const texts = run.written(frame).sort((a, b) => y(a) - y(b) || x(a) - x(b));
    this.cells = texts.map((text, i) => this.cell(text, `Value ${i + 1} of ${texts.length}`));
    this.answers.append(...this.cells.map(({ input }) => input));
    this.sheet.append(this.answers);
  }

  get open() {
    return this.cells.filter(cell => !cell.found);
  }

  /** Lays an input over the box of the text. */
  cell(text, label) {
    const { x, y, width, height } = text.previousElementSibling;
    const percent = (length, whole) => `${(100 * length) / whole}%`;
    const input = document.createElement("input");
    Object.assign(input, { type: "text", autocomplete: "off", spellcheck: false });
    input.setAttribute("aria-label", label);
    input.style.left = percent(x.baseVal.value - this.view.x, this.view.width);
    input.style.top = percent(y.baseVal.value - this.view.y, this.view.height);
    input.style.width = percent(width.baseVal.value, this.view.width);
    input.style.height = percent(height.baseVal.value, this.view.height);
    text.style.visibility = "hidden";
    const cell = { text, input, answer: comparable(text.textContent), found: false };
    if (/^\d+$/.test(cell.answer)) input.inputMode = "numeric";
    input.addEventListener("input", () => this.check(cell, false));
    input.addEventListener("change", () => this.check(cell, true));
    return cell;
  }

  /** Judges what was typed: while the reader is typing, the beginning of the answer is not wrong yet. */
  check(cell, isComplete) {
    if (cell.found) return;
    const typed = comparable(cell.input.value);
    const isWrong = typed !== "" && (isComplete ? typed !== cell.answer : !cell.answer.startsWith(typed));
    cell.input.classList.toggle("wrong", isWrong);
    cell.input.setAttribute("aria-invalid", isWrong);
    if (typed === cell.answer) this.find(cell);
    this.changed(isWrong ? `${cell.input.value.trim()} is wrong.` : cell.found ? `${cell.text.textContent} is right.` : "");
  }

  /** Shows the value and moves to the next one. */
  find(cell) {
    cell.found = true;
    cell.text.style.visibility = "";
    const mark = Object.assign(document.createElement("span"), { className: "right", textContent: "✓" });
    mark.style.cssText = cell.input.style.cssText;
    const hadFocus = document.activeElement === cell.input;
    cell.input.replaceWith(mark);
    if (hadFocus) this.focus();
  }

  focus() {
    this.open[0]?.input.focus({ preventScroll: true });
  }

  /** Shows all values and takes the inputs away. */
  end() {
    for (const { text } of this.cells) text.style.visibility = "";
    this.answers.remove();
  }
}
