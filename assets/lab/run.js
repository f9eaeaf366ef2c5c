// A run: a drawing and the words of its frames.

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Shows a run at a frame. The frame after the last step, wholeRun, shows everything. */
class Run {
  constructor(element) {
    this.element = element;
    this.svg = element.querySelector(".sheet svg");
    this.words = [...element.querySelectorAll(".frames li")];
    this.parts = [...this.svg.querySelectorAll("[data-first], [data-last]")].map(part => ({
      part,
      first: Number(part.dataset.first ?? 0),
      last: Number(part.dataset.last ?? Infinity),
    }));
  }

  get wholeRun() {
    return this.words.length - 1;
  }

  /** Returns the title and the sentence of a frame. */
  text(frame) {
    return this.words[frame].textContent.trim();
  }

  show(frame) {
    this.element.classList.add("live"); // from now on, parts that appear do so gently
    for (const { part, first, last } of this.parts)
      part.style.display = first <= frame && frame <= last ? "inline" : "none";
    this.words.forEach((item, i) => item.classList.toggle("now", i === frame));
    this.count(this.words[frame].dataset.counts);
    this.followTo(frame);
  }

  /** Writes counts such as "4 operations, 1 step" below the drawing. */
  count(counts) {
    const items = counts.split(", ").map(text => {
      const space = text.indexOf(" ");
      const item = document.createElement("li");
      item.append(Object.assign(document.createElement("b"), { textContent: text.slice(0, space) }), text.slice(space));
      return item;
    });
    this.element.querySelector(".counters").replaceChildren(...items);
  }

  /** Scrolls a drawing that is wider than its box to what the frame has written. */
  followTo(frame) {
    const box = this.element.querySelector(".scroll");
    if (box.scrollWidth <= box.clientWidth) return;
    const written = this.written(frame).map(text => text.getBoundingClientRect());
    if (!written.length) return;
    const left = Math.min(...written.map(rectangle => rectangle.left));
    const right = Math.max(...written.map(rectangle => rectangle.right));
    const { left: boxLeft, right: boxRight } = box.getBoundingClientRect();
    if (left >= boxLeft && right <= boxRight) return;
    box.scrollBy({
      left: (left + right) / 2 - (boxLeft + boxRight) / 2,
      behavior: reducedMotion.matches ? "auto" : "smooth",
    });
  }

  /** Returns the texts of the boxes that the frame writes. */
  written(frame) {
    const boxes = `.box:is(.computed, .moved, .identity, .wrong)[data-first="${frame}"]`;
    return [...this.svg.querySelectorAll(`${boxes} text`)];
  }
}
