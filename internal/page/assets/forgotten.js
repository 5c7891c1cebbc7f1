"use strict";
// The condensation map: which event was in the prompt of which call.

addView({
  id: "forgotten", name: "Condensations",
  count: (log) => log.sheet.condensations.length,

  render(log, el) {
    const list = log.sheet.condensations;
    this.log = log;
    put(el, [h("h1", null, "What the model remembered"), h("p", { class: "lead" }, "Each column is a call of the model on the active branch, each line an event of its path; coloured where the event was in the prompt. Click a column for its prompt.")]);
    this.data(log);
    if (!this.columns.length) put(el, [h("p", { class: "note" }, "The active branch has no call of the model on this page.")]);
    else {
      this.canvas = h("canvas", { class: "map", tabindex: "0", role: "img", "aria-label": `${this.columns.length} calls, ${this.items.length} events` });
      this.box = h("div", { class: "mapbox" }, this.canvas);
      put(el, [this.box, h("ul", { class: "legend" }, [["user", "user"], ["agent", "model"], ["action", "call"], ["result", "result"], ["system", "system"], ["condensation", "summary"], ["error", "error"]].map(([t, n]) => h("li", null, h("span", { class: "swatch tone-" + t }), n)))]);
      this.canvas.addEventListener("click", (ev) => { const r = this.canvas.getBoundingClientRect(); this.open(Math.floor((ev.clientX - r.left) / r.width * this.columns.length)); });
      this.canvas.addEventListener("keydown", (ev) => { if (ev.key === "Enter") this.open(this.columns.length - 1); });
      new ResizeObserver(() => this.draw()).observe(this.box);
    }
    put(el, [this.sizes(log), section("Condensations", null, list.length ? growing(list, (c) => this.card(log, c), 40) : h("p", { class: "goodline" }, "Nothing was forgotten: the log holds no condensation."))]);
  },

  open(k) { const c = this.columns[k]; if (c !== undefined) go("xray", c); },

  /** data tells for each item from which call to which it was in the prompt. */
  data(log) {
    const p = log.prompts, head = this.head(log), path = head < 0 ? [] : [...p.path(head), head];
    this.columns = p.calls(path).filter((r) => !(p.p.marks[r] || {}).condenser);
    this.items = [];
    const born = new Map(), at = new Map();
    let view = [], k = 0;
    const close = (item) => { const b = born.get(item); if (b !== undefined && at.get(item) > b) this.items.push({ item, from: b, to: at.get(item) }); born.delete(item); };
    this.weights = [];
    let size = 0;
    for (const row of path) {
      if (this.columns[k] === row) { for (const i of view) at.set(i, k + 1); this.weights.push([view.length, size]); k++; }
      const was = new Set(view);
      view = p.fold([row], view);
      if (p.p.changes[row]) {
        const now = new Set(view);
        for (const i of was) if (!now.has(i)) { close(i); size -= textLength(log, i); }
        for (const i of now) if (!was.has(i)) { born.set(i, k); size += textLength(log, i); }
      } else if (view.length > was.size) { born.set(row, k); size += textLength(log, row); }
    }
    for (const i of view) close(i);
    this.items.sort((a, b) => rowOfItem(a.item) - rowOfItem(b.item) || a.item - b.item);
  },

  head(log) { for (let r = log.to - 1; r >= log.from; r--) if (log.is(r, "active")) return r; return -1; },

  draw() {
    const width = this.box.clientWidth || (printing.el ? paperWidth : 0), n = this.items.length, high = Math.min(420, Math.max(120, n * 3)), ratio = window.devicePixelRatio || 1;
    if (!width) return;
    fill(this.canvas, { width: Math.round(width * ratio), height: Math.round(high * ratio) }, []);
    this.canvas.style.height = high + "px";
    const g = this.canvas.getContext("2d"), css = getComputedStyle(document.documentElement), colours = new Map();
    const colour = (tone) => { if (!colours.has(tone)) colours.set(tone, css.getPropertyValue("--" + tone).trim() || css.getPropertyValue("--other").trim()); return colours.get(tone); };
    g.scale(ratio, ratio);
    const w = width / this.columns.length, line = high / Math.max(1, n);
    this.items.forEach((it, i) => {
      g.fillStyle = colour(it.item < 0 ? "condensation" : this.log.tone(it.item));
      g.fillRect(it.from * w, i * line, (it.to - it.from) * w, Math.max(0.6, line * 0.84));
    });
  },

  /** sizes draws how the prompt grew, in characters and messages. */
  sizes(log) {
    if (this.weights.length < 2) return null;
    const most = Math.max(1, ...this.weights.map((x) => x[1])), w = 600, high = 90;
    const points = this.weights.map(([, size], i) => `${(i / (this.weights.length - 1) * w).toFixed(1)},${(high - size / most * (high - 4)).toFixed(1)}`).join(" ");
    return section("Size of the prompt", `At most ${num(most)} characters. A drop is a condensation.`, s("svg", { class: "sparkline", viewBox: `0 0 ${w} ${high}`, preserveAspectRatio: "none", role: "img", "aria-label": "characters of the prompt by call" }, s("polygon", { points: `0,${high} ${points} ${w},${high}` }), s("polyline", { points })));
  },

  card(log, c) {
    const rows = (log.sheet.prompts.forgets[c.row] || []).slice(0, 300).map(rowOfItem);
    return h("article", { class: "card" }, h("header", null, h("span", { class: "glyph tone-condensation" }, "◆"), h("b", null, "forgets ", plural(c.forgets, "event")), ref(c.row), c.summary ? h("span", { class: "badge quiet" }, c.offset === null ? "summary" : "summary at place " + c.offset) : h("span", { class: "badge sev-info" }, "no summary"), !c.active && h("span", { class: "badge quiet" }, "other branch"),
      h("a", { class: "button", href: place("xray", c.row) }, "Prompt there")),
      c.summary && log.has(c.row) && later("The summary", () => contents(c.row)),
      later("What is forgotten", () => [h("div", { class: "around" }, rows.map((r) => (log.has(r) ? eventLine(r, { badges: false }) : ref(r)))), c.forgets > rows.length && h("p", { class: "note" }, `${num(c.forgets - rows.length)} more, or ids that no event has.`)]));
  },
});
