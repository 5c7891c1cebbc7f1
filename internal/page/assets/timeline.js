"use strict";
// When things happened: calls as bars, other events as ticks, long gaps folded.

const timelineLanes = 9;

const timeline = {
  id: "timeline", name: "Timeline", fold: true,
  count: (log) => log.sheet.clock.gaps.length + log.sheet.clock.moreGaps,

  render(log, el) {
    const c = log.sheet.clock;
    if (log.sheet.span.timed < 2) { put(el, [h("h1", null, "Timeline"), h("p", { class: "note" }, "The log has no times to draw.")]); return; }
    this.log = log;
    this.data(log);
    this.view = this.whole(log);
    this.bar = h("div", { class: "controls" });
    this.svg = s("svg", { class: "timeline", tabindex: "0", role: "img", "aria-label": "timeline of events; arrow keys move, plus and minus zoom" });
    this.box = h("div", { class: "timebox" }, this.svg);
    this.hint = h("p", { class: "note hint" }, this.usage);
    this.drawn = false;
    this.width = 0;
    put(el, [h("h1", null, "Timeline"), this.bar, this.box, this.hint, this.legend(),
      section("Gaps", `Longer than ${duration(c.threshold)} without an event.`, c.gaps.length ? this.gaps(log) : h("p", { class: "goodline" }, "None.")),
      section("Clock anomalies", "An event that is older than the one it follows. Clocks of two machines, or a record that was written late.", this.backwards(log))]);
    this.controls();
    this.box.addEventListener("click", (ev) => { const row = ev.target.dataset && ev.target.dataset.row; if (row !== undefined) choose(Number(row)); });
    this.box.addEventListener("wheel", (ev) => { if (!ev.ctrlKey) return; ev.preventDefault(); this.zoom(ev.deltaY < 0 ? 0.7 : 1.4, (ev.offsetX - 110) / Math.max(1, this.width - 120)); }, { passive: false });
    this.box.addEventListener("pointermove", (ev) => this.tell(ev));
    this.svg.addEventListener("keydown", (ev) => this.key(ev));
    this.drag();
    new ResizeObserver(() => { if (this.box.clientWidth !== this.width) this.draw(); }).observe(this.box);
  },

  /** whole is the time of the log, or of this page of it. */
  whole(log) {
    if (log.sheet.window.pages < 2 || this.marks.length < 2) return [0, 1];
    const from = this.marks.reduce((x, m) => Math.min(x, m.x0), 1), to = this.marks.reduce((x, m) => Math.max(x, m.x1), 0);
    return to > from ? [from, to] : [0, 1];
  },

  controls() {
    put(clear(this.bar), [h("button", { type: "button", "aria-pressed": String(this.fold), onclick: () => { this.fold = !this.fold; this.data(this.log); this.controls(); this.draw(); } }, "Fold gaps"), h("span", { class: "spring" }),
      h("span", { class: "chooser", role: "group", "aria-label": "zoom" }, button("−", () => this.zoom(1.6), { "aria-label": "zoom out" }), button("+", () => this.zoom(0.6), { "aria-label": "zoom in" }), button("Fit", () => { this.view = this.whole(this.log); this.draw(); }))]);
  },

  /** data lays events on lanes, in a time in which long gaps are short. */
  data(log) {
    const c = log.sheet.calls, end = log.sheet.span.last - log.sheet.span.first;
    const gaps = this.fold ? [...log.sheet.clock.gaps].sort((a, b) => a.from - b.from) : [];
    const busy = Math.max(1, end - gaps.reduce((n, g) => n + g.long, 0)), small = busy * 0.025;
    const total = busy + gaps.length * small;
    this.breaks = [];
    let saved = 0;
    for (const g of gaps) { this.breaks.push({ g, from: g.from, x0: (g.from - saved) / total, x1: (g.from - saved + small) / total }); saved += g.long - small; }
    this.scale = (t) => {
      let less = 0;
      for (const b of this.breaks) { if (t <= b.from) break; if (t < b.from + b.g.long) return b.x0 + (b.x1 - b.x0) * (t - b.from) / b.g.long; less += b.g.long - small; }
      return (t - less) / total;
    };
    const tools = [...log.sheet.calls.tools].sort((a, b) => b.calls - a.calls).map((t) => t.name), own = new Map(tools.slice(0, tools.length > timelineLanes ? timelineLanes - 1 : timelineLanes).map((t, i) => [t, i + 2]));
    this.lanes = ["people", "model", ...[...own.keys()].map((t) => clean(t) || "no name")];
    if (tools.length > own.size) this.lanes.push("other tools");
    this.lanes.push("condensed", "other");
    const laneOf = (row) => {
      const kind = log.kind(row), tone = log.tone(row);
      if (tone === "user") return 0;
      if (kind === "message" || kind === "system") return 1;
      if (kind === "condensation") return this.lanes.length - 2;
      if (kind === "action" || ["result", "error", "reject"].includes(kind)) return own.get(log.tool(row)) ?? (tools.length > own.size ? own.size + 2 : this.lanes.length - 1);
      return this.lanes.length - 1;
    };
    this.marks = [];
    for (let row = log.from; row < log.to; row++) {
      const t = log.time(row);
      if (t === null) continue;
      const call = log.callAt.get(row), took = call === undefined ? null : c.duration[call];
      if (log.kind(row) === "result" && log.at("action", row) >= 0) continue; // the end of its call's bar
      this.marks.push({ row, lane: laneOf(row), x0: this.scale(t), x1: this.scale(t + (took || 0)), tone: log.is(row, "orphan") ? "orphan" : call !== undefined ? "out-" + log.sheet.names[c.outcome[call]] : "tone-" + log.tone(row) });
    }
  },

  legend: () => h("ul", { class: "legend" }, [["answered", "answered"], ["failed", "failed"], ["synthetic", "synthetic"], ["pending", "no result"]].map(([o, t]) => h("li", null, h("span", { class: "swatch out-" + o }), "call " + t)), h("li", null, h("span", { class: "swatch gapswatch" }), "gap, folded"), h("li", null, h("span", { class: "swatch backswatch" }), "clock runs back")),

  draw() {
    const width = this.width = this.box.clientWidth || (printing.el ? paperWidth : 0), left = width < 500 ? 76 : 110, inner = width - left - 10, laneHigh = 20, top = 26, high = top + this.lanes.length * laneHigh + 8;
    if (inner < 50) return;
    this.drawn = true;
    const [v0, v1] = this.view, x = (u) => left + (u - v0) / (v1 - v0) * inner;
    clear(this.svg);
    fill(this.svg, { width, height: high, viewBox: `0 0 ${width} ${high}` }, []);
    this.lanes.forEach((name, i) => this.svg.append(s("rect", { x: left, y: top + i * laneHigh, width: inner, height: laneHigh - 1, class: "laneband" }), s("text", { x: left - 6, y: top + i * laneHigh + 14, class: "lanename" }, name.length > (left > 80 ? 15 : 10) ? name.slice(0, left > 80 ? 14 : 9) + "…" : name)));
    for (const b of this.breaks) {
      const a = Math.max(left, x(b.x0)), e = Math.min(left + inner, x(b.x1));
      if (e <= left || a >= left + inner) continue;
      this.svg.append(s("rect", { x: a, y: top - 4, width: Math.max(2, e - a), height: high - top, class: "gapbox" }, s("title", null, `${duration(b.g.long)} without an event`)));
      if (e - a > 26) this.svg.append(s("text", { x: (a + e) / 2, y: high - 8, class: "gapname", "text-anchor": "middle" }, duration(b.g.long)));
    }
    this.ticks(left, inner, x);
    const last = new Map(), all = document.createDocumentFragment();
    for (const m of this.marks) {
      const a = Math.max(left, x(m.x0)), e = Math.min(left + inner, x(m.x1));
      if (x(m.x1) < left || a > left + inner) continue;
      const w = Math.max(2, e - a), key = m.lane + m.tone, p = last.get(key);
      if (p !== undefined && a + w <= p + 0.5 && m.row !== app.row) continue; // nothing new to see
      last.set(key, a + w);
      const r = document.createElementNS(svgSpace, "rect");
      r.setAttribute("x", a);
      r.setAttribute("y", top + m.lane * laneHigh + 3);
      r.setAttribute("width", w);
      r.setAttribute("height", laneHigh - 7);
      r.setAttribute("class", "mark " + m.tone + (m.row === app.row ? " chosen" : ""));
      r.setAttribute("data-row", m.row);
      all.append(r);
    }
    this.svg.append(all);
    for (const b of this.log.sheet.clock.backwards) {
      const t = this.log.time(b.row);
      if (t === null) continue;
      const at = x(this.scale(t));
      if (at >= left && at <= left + inner) this.svg.append(s("path", { d: `M${at - 4} ${top - 8}h8l-4 7z`, class: "back", "data-row": b.row }, s("title", null, `#${b.row} is ${duration(b.back)} older than the event before it`)));
    }
  },

  /** ticks writes a few times along the top. */
  ticks(left, inner, x) {
    const span = this.log.sheet.span, days = stamp(span.first).slice(0, 10) !== stamp(span.last).slice(0, 10), n = Math.max(2, Math.floor(inner / (days ? 150 : 90)));
    const [v0, v1] = this.view;
    for (let k = 0; k <= n; k++) {
      const u = v0 + (v1 - v0) * k / n, t = this.timeAt(u), text = stamp(span.first + t);
      this.svg.append(s("text", { x: x(u), y: 12, class: "tick", "text-anchor": k === 0 ? "start" : k === n ? "end" : "middle" }, days ? text.slice(5, 16) : text.slice(11, 19)));
    }
  },

  /** timeAt is the time at a place of the scale. */
  timeAt(u) {
    let low = 0, high = this.log.sheet.span.last - this.log.sheet.span.first;
    for (let i = 0; i < 50 && high - low > 1; i++) { const mid = (low + high) / 2; if (this.scale(mid) < u) low = mid; else high = mid; }
    return Math.round(high);
  },

  zoom(by, at = 0.5) {
    const [a, b] = this.view, wide = Math.min(1, Math.max(1e-5, (b - a) * by)), mid = a + (b - a) * at;
    const from = Math.min(1 - wide, Math.max(0, mid - wide * at));
    this.view = [from, from + wide];
    this.draw();
  },

  pan(by) {
    const [a, b] = this.view, from = Math.min(1 - (b - a), Math.max(0, a + by * (b - a)));
    this.view = [from, from + b - a];
    this.draw();
  },

  key(ev) {
    const acts = { ArrowLeft: () => this.pan(-0.2), ArrowRight: () => this.pan(0.2), "+": () => this.zoom(0.6), "=": () => this.zoom(0.6), "-": () => this.zoom(1.6), 0: () => { this.view = this.whole(this.log); this.draw(); } };
    if (ev.ctrlKey || ev.metaKey || ev.altKey || !acts[ev.key]) return;
    acts[ev.key]();
    ev.preventDefault();
    ev.stopPropagation();
  },

  drag() {
    let from = null;
    this.box.addEventListener("pointerdown", (ev) => { from = ev.button === 0 ? [ev.clientX, this.view] : null; });
    this.box.addEventListener("pointermove", (ev) => {
      if (!from || !(ev.buttons & 1)) return;
      const [a, b] = from[1], wide = b - a, to = Math.min(1 - wide, Math.max(0, a - (ev.clientX - from[0]) / Math.max(1, this.width - 120) * wide));
      this.view = [to, to + wide];
      this.draw();
    });
    window.addEventListener("pointerup", () => { from = null; });
  },

  gaps(log) {
    const c = log.sheet.clock;
    return [table(["from", { n: "long" }, "waited for", "after", "until"], c.gaps.map((g) => [stamp(log.sheet.span.first + g.from), { n: h("b", null, duration(g.long)) }, g.for || "–", [ref(g.before), " ", h("span", { class: "dim" }, log.has(g.before) ? clean(log.what(g.before)) : "")], [ref(g.after), " ", h("span", { class: "dim" }, log.has(g.after) ? clean(log.what(g.after)) : "")]]), { label: "gaps" }),
      c.moreGaps > 0 && h("p", { class: "note" }, `${plural(c.moreGaps, "shorter gap")} left out.`)];
  },

  backwards(log) {
    const c = log.sheet.clock, about = log.sheet.findings.filter((f) => log.sheet.rules[f.rule].id.startsWith("TM"));
    if (!c.backwards.length && !about.length) return h("p", { class: "goodline" }, "None.");
    return [c.backwards.length > 0 && table(["event", { n: "older by" }, "than"], c.backwards.map((b) => [[ref(b.row), " ", h("span", { class: "dim" }, log.has(b.row) ? clean(log.what(b.row)) : "")], { n: h("b", null, duration(b.back)) }, log.has(b.row) ? ref(log.parent(b.row)) : ""]), { label: "clock anomalies" }),
      c.moreBackwards > 0 && h("p", { class: "note" }, `${plural(c.moreBackwards, "smaller one")} left out.`),
      growing(about, (f) => h("p", { class: "sev-line sev-" + f.severity }, severityBadge(f.severity, log.sheet.rules[f.rule].id), " ", f.row >= 0 && [ref(f.row), " "], clean(f.message)), 20)];
  },

  /** tell says below the chart what is under the pointer. */
  tell(ev) {
    const row = ev.target.dataset && ev.target.dataset.row, log = this.log;
    if (row === this.told) return;
    this.told = row;
    if (row === undefined) { this.hint.textContent = this.usage; return; }
    const r = Number(row), call = log.callAt.get(r), took = call === undefined ? null : log.sheet.calls.duration[call];
    this.hint.textContent = `#${r} ${clean(log.what(r))} ${clean(log.tool(r))}, ${log.stamp(r)}${took === null ? "" : ", " + duration(took)}`;
  },

  usage: "Click an event for its details; Ctrl and the wheel, or + and −, zoom; drag or the arrow keys move.",

  select(row) {
    if (!this.drawn || !this.svg.isConnected) return;
    this.svg.querySelector(".chosen")?.classList.remove("chosen");
    const mark = row >= 0 && this.svg.querySelector(`.mark[data-row="${row}"]`);
    if (mark) mark.classList.add("chosen"); else if (row >= 0 && this.marks.some((m) => m.row === row)) this.draw();
  },
};

addView(timeline);
