// A player: the controls of one lesson, which move its run and the run that stands beside it.

const secondsAFrame = 1.6;
const roomAboveLit = 40; // pixels
const addressDelay = 250; // ms; browsers refuse to change the address many times a second

class Player {
  /** `lessons`: the players of all lessons by id. */
  constructor(article, lessons) {
    this.article = article;
    this.lessons = lessons;
    this.element = article.querySelector(".player");
    this.element.append(document.getElementById("controls").content.cloneNode(true));
    this.range = this.find(".position");
    this.range.max = this.range.value = article.querySelectorAll(".frames li").length - 1;
    this.command = article.querySelector(".command code");
    this.wholeCommand = this.command.textContent;
    this.listings = [...article.querySelectorAll(".listing")];
    this.questions = [];
    this.listen();
    this.label();
  }

  find(selector) {
    return this.element.querySelector(selector);
  }
  get id() {
    return this.article.id;
  }
  /** The runs that are shown: one, or two side by side. The first use reads them from the page. */
  get runs() {
    return (this.shown ??= [new Run(this.find(".run"))]);
  }
  get position() {
    return this.range.valueAsNumber;
  }
  /** The last position, which shows the whole runs. */
  get last() {
    return Number(this.range.max);
  }
  get isPredicting() {
    return this.find(".predict").getAttribute("aria-pressed") === "true";
  }
  /** Returns the frame of a run at the position; the shorter run waits in its last frame. */
  frameOf(run) {
    return this.position === this.last ? run.wholeRun : Math.min(this.position, run.wholeRun - 1);
  }

  listen() {
    this.range.addEventListener("input", () => this.goTo(this.position));
    this.find(".back").addEventListener("click", () => this.stepBy(-1));
    this.find(".forward").addEventListener("click", () => this.stepBy(1));
    this.find(".play").addEventListener("click", () => this.playOrPause());
    this.find(".predict").addEventListener("click", () => this.predict(!this.isPredicting));
    this.find(".reveal").addEventListener("click", () => this.reveal());
    const select = this.find(".compare");
    select.addEventListener("change", () => this.compareWith(select.value));
    this.article.querySelector(".listings")?.addEventListener("toggle", () => this.light());
    this.element.addEventListener("keydown", event => this.onKey(event));
    select.hidden = document.querySelectorAll(".lesson").length < 2;
    for (const event of ["focus", "pointerdown"])
      select.addEventListener(event, () => this.offerLessons(), { once: true });
  }

  /** Keys of the player; those that a control under the focus uses itself are left to it. */
  onKey(event) {
    const { target, key } = event;
    const isRange = target === this.range;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.matches("select, input") && !isRange) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -this.position, End: this.last - this.position };
    if (key in steps && !isRange) this.stepBy(steps[key]);
    else if (key === " " && !target.matches("button")) this.playOrPause();
    else return;
    event.preventDefault();
  }

  stepBy(steps) {
    this.pause();
    this.goTo(Math.max(0, Math.min(this.last, this.position + steps)));
    if (this.isPredicting) this.questions[0]?.focus();
  }

  goTo(position) {
    this.range.value = position;
    for (const question of this.questions.splice(0)) question.end();
    for (const run of this.runs) run.show(this.frameOf(run));
    if (this.isPredicting) this.ask();
    this.light();
    this.label();
    this.remember();
  }

  /** Lights the lines of the kernel that run in the frame of the first run, and scrolls to them. */
  light() {
    for (const listing of this.listings) {
      const ranges = listing.dataset.lines.split(" ");
      const [first, last] = (ranges[this.frameOf(this.runs[0])] ?? "-").split("-").map(Number);
      [...listing.querySelectorAll("span")].forEach((line, i) => line.classList.toggle("runs", i + 1 >= first && i < last));
      const lit = listing.querySelector(".runs");
      if (lit) listing.scrollTop += lit.getBoundingClientRect().top - listing.getBoundingClientRect().top - roomAboveLit;
    }
  }

  /** Says where the run is: beside the scrubber, to readers who do not see it, and as a command. */
  label() {
    const isWhole = this.position === this.last;
    this.find(".place").textContent = isWhole ? "all" : `${this.position} / ${this.last - 1}`;
    this.range.style.setProperty("--share", this.last ? this.position / this.last : 0);
    this.range.style.setProperty("--steps", this.last);
    if (!this.shown) return;
    this.range.setAttribute("aria-valuetext", this.runs.map(run => run.text(this.frameOf(run))).join(" "));
    const frame = this.frameOf(this.runs[0]);
    this.command.textContent = this.wholeCommand + (isWhole ? "" : ` --frame ${frame}`);
  }

  /** Lets the page's address follow, without a new entry in the history. */
  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      const ids = [this.id, this.find(".compare").value].filter(Boolean).join("+");
      history.replaceState(null, "", `#${ids}${this.position === this.last ? "" : `/${this.position}`}`);
    }, addressDelay);
  }

  // --- playing ---

  playOrPause() {
    if (this.timer) return this.pause();
    Player.playing?.pause();
    Player.playing = this;
    this.predict(false);
    this.find(".play").classList.add("is-playing");
    this.find(".play").setAttribute("aria-label", "Pause");
    this.goTo(this.position === this.last ? 0 : this.position + 1);
    this.timer = setInterval(() => {
      this.goTo(this.position + 1);
      if (this.position === this.last) this.pause();
    }, secondsAFrame * 1000);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.find(".play").classList.remove("is-playing");
    this.find(".play").setAttribute("aria-label", "Play");
  }

  // --- predicting ---

  /** Begins with the next step, or with the first one after the whole run. */
  predict(on) {
    if (on === this.isPredicting) return;
    this.pause();
    this.find(".predict").setAttribute("aria-pressed", on);
    this.find(".question").hidden = !on;
    const next = this.position + 1 < this.last ? this.position + 1 : 1;
    this.goTo(on ? Math.min(next, this.last) : this.position);
    this.questions[0]?.focus();
  }

  ask() {
    const asked = this.runs.filter(run => this.position > 0 && this.position < run.wholeRun);
    this.questions = asked.map(run => new Question(run, this.position, verdict => this.judge(verdict)));
    this.judge("");
  }

  judge(verdict) {
    const cells = this.questions.flatMap(question => question.cells);
    const open = cells.filter(cell => !cell.found).length;
    this.find(".reveal").hidden = !open;
    this.find(".question output").textContent = !cells.length
      ? "This frame writes nothing; step on."
      : open
        ? `${verdict} Type what this step writes: ${cells.length - open} of ${cells.length} found.`.trim()
        : `${verdict} All ${cells.length} found; step on.`.trim();
    if (cells.length && !open) this.find(".forward").focus({ preventScroll: true });
  }

  reveal() {
    for (const question of this.questions.splice(0)) question.end();
    this.find(".reveal").hidden = true;
    this.find(".question output").textContent = "Revealed; step on.";
    this.find(".forward").focus({ preventScroll: true });
  }

  // --- side by side ---

  offerLessons() {
    const select = this.find(".compare");
    if (select.length > 1) return;
    select.options[0].textContent = "Compare with nothing";
    for (const [id, { article }] of this.lessons)
      if (id !== this.id) select.add(new Option(article.querySelector(".name").textContent, id));
  }

  /** Stands the run of another lesson beside this one; an empty id removes it. */
  compareWith(id) {
    const other = this.lessons.get(id);
    this.pause();
    this.offerLessons();
    this.find(".compare").value = other ? id : "";
    for (const run of this.runs.splice(1)) run.element.remove();
    if (other) {
      const element = other.article.querySelector(".run").cloneNode(true);
      element.querySelector(".answers")?.remove();
      element.querySelectorAll("text").forEach(text => text.style.removeProperty("visibility"));
      this.find(".runs").append(element);
      this.runs.push(new Run(element));
    }
    this.article.classList.toggle("comparing", Boolean(other));
    const wasWhole = this.position === this.last;
    this.range.max = Math.max(...this.runs.map(run => run.wholeRun));
    this.goTo(wasWhole ? this.last : Math.min(this.position, this.last));
  }
}
