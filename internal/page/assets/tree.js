"use strict";
// The branch tree: time runs down, each branch has a lane. Only the lines in
// sight are made, so a long log costs what a short one does.

const zooms = [2, 4, 8, 16, 22, 28, 36];

const tree = {
  id: "tree", name: "Tree", zoom: 28,
  count: (log) => log.rows,

  render(log, el) {
    this.fold = log.folding = log.folding || new Folding(log);
    this.box = h("div", { class: "tree", role: "tree", tabindex: "0", "aria-label": "events; arrow keys move, Enter opens" });
    this.inner = h("div", { class: "inner" });
    this.gutter = s("svg", { class: "gutter", "aria-hidden": "true" });
    this.rows = h("div", { class: "rows" });
    this.inner.append(this.gutter, this.rows);
    this.box.append(this.inner);
    this.bar = h("div", { class: "controls" });
    this.note = h("p", { class: "note", "aria-live": "polite" });
    put(el, [h("h1", { class: "unseen" }, "Branch tree"), this.bar, this.note, this.box, this.legend(log)]);
    this.box.addEventListener("scroll", () => this.draw());
    this.box.addEventListener("keydown", (ev) => this.key(ev));
    this.box.addEventListener("click", (ev) => this.click(ev));
    this.box.addEventListener("wheel", (ev) => { if (ev.ctrlKey) { ev.preventDefault(); this.zoomTo(this.zoom + (ev.deltaY < 0 ? 1 : -1), ev.clientY); } }, { passive: false });
    this.drag();
    new ResizeObserver(() => this.draw()).observe(this.box);
    this.controls(log);
    this.refresh();
  },

  controls(log) {
    const kinds = [...new Set(log.e.kind || [])].sort(), tools = [...new Set(log.sheet.calls.tools.map((t) => t.name))].filter(Boolean).sort();
    const set = (change) => { change(); this.controls(log); this.refresh(); };
    const f = this.fold, toggle = (name, on, change, title) => h("button", { type: "button", "aria-pressed": String(on), title, onclick: () => set(change) }, name);
    const old = this.bar.querySelector("details"), open = old && old.open;
    clear(this.bar);
    put(this.bar, [
      h("details", { class: "menu", open }, h("summary", null, "Kinds", f.kinds.size > 0 && h("span", { class: "count" }, `${kinds.length - f.kinds.size}/${kinds.length}`)),
        h("div", { class: "menubox" }, kinds.map((k) => h("label", null, h("input", { type: "checkbox", checked: !f.kinds.has(k), onchange: () => set(() => (f.kinds.has(k) ? f.kinds.delete(k) : f.kinds.add(k))) }), h("span", { class: "glyph tone-" + k }, glyphs[k]), words(k))))),
      tools.length > 0 && h("select", { "aria-label": "tool", onchange: (ev) => set(() => { f.tool = ev.target.value; }) }, h("option", { value: "" }, "every tool"), tools.map((t) => h("option", { value: t, selected: f.tool === t }, clean(t)))),
      log.found.size > 0 && toggle("With findings", f.severity, () => { f.severity = !f.severity; }),
      toggle("Every event", f.all, () => { f.all = !f.all; f.open = null; }, "collapse no run of plain events"),
      (log.e.owner || []).some((o) => o >= 0) && toggle("State, logs", f.asides, () => { f.asides = !f.asides; }, "show what hangs beside the story"),
      f.collapsed.size > 0 && button("Unfold all", () => set(() => f.collapsed.clear())),
      h("span", { class: "spring" }),
      h("span", { class: "chooser", role: "group", "aria-label": "zoom" }, button("−", () => this.zoomTo(this.zoom - 1), { "aria-label": "zoom out", title: "zoom out (-)" }), button("+", () => this.zoomTo(this.zoom + 1), { "aria-label": "zoom in", title: "zoom in (+)" }), button("Fit", () => this.fit(), { title: "the whole log in sight (0)" })),
    ]);
  },

  legend: (log) => h("ul", { class: "legend" }, [...new Set(log.e.kind || [])].map((k) => h("li", null, h("span", { class: "glyph tone-" + k, "aria-hidden": "true" }, glyphs[k]), words(k))),
    h("li", null, h("span", { class: "swatch edge-active" }), "active branch"), h("li", null, h("span", { class: "swatch edge" }), "other branches"), h("li", null, "⋮ run of plain events")),

  /** refresh makes the lines anew, after a filter or a fold has changed. */
  refresh() {
    const f = this.fold;
    f.update();
    const told = [];
    if (f.filtered()) told.push(`${plural(f.matched, "event")} of ${num(app.log.rows)} ${f.query ? `with “${clean(f.query)}”` : "match"}`);
    this.note.textContent = told.join(" · ");
    this.note.hidden = !told.length;
    this.lanes = 1 + f.lines.reduce((n, l) => Math.max(n, app.log.at("lane", l.row), app.log.at("via", l.row)), 0);
    this.lane = Math.max(3, Math.min(16, Math.floor((this.box.clientWidth || 900) * 0.28 / this.lanes)));
    if (this.cursor === undefined || !app.log.has(this.cursor)) this.cursor = app.row >= 0 ? app.row : app.log.from;
    this.size();
    this.draw(true);
  },

  size() {
    this.inner.style.height = this.fold.lines.length * this.zoom + 4 + "px";
    this.box.classList.toggle("dots", this.zoom < 14);
    this.box.style.setProperty("--row", this.zoom + "px");
    this.box.style.setProperty("--gutter", this.lanes * this.lane + 14 + "px");
  },

  draw(force) {
    const n = this.fold.lines.length, top = this.box.scrollTop, high = this.box.clientHeight || 600;
    const a = Math.max(0, Math.floor(top / this.zoom) - 6), b = Math.min(n, Math.ceil((top + high) / this.zoom) + 6);
    if (!force && a === this.a && b === this.b) return;
    this.a = a;
    this.b = b;
    clear(this.rows);
    for (let k = a; k < b; k++) this.rows.append(this.line(k));
    drawLanes(this, a, b);
    this.box.setAttribute("aria-activedescendant", "line-" + this.cursor);
  },

  line(k) {
    const log = app.log, l = this.fold.lines[k], row = l.row, run = l.rows.length > 1;
    const kids = run || l.hidden || (children(log).get(row) || []).length;
    const props = { class: "line tone-" + log.tone(row) + (log.is(row, "active") ? " active" : " left") + (row === app.row ? " chosen" : "") + (row === this.cursor ? " cursor" : ""), role: "treeitem", id: "line-" + row,
      "aria-level": log.at("lane", row) + 1, "aria-selected": String(row === app.row), "aria-expanded": kids ? String(!run && !l.hidden) : null, data: { row, k }, style: { top: k * this.zoom + "px" } };
    if (this.zoom < 14) return h("div", { ...props, title: `#${row} ${log.what(row)} ${clean(log.tool(row))}` }, h("span", { class: "mote" + (log.found.has(row) ? " sev-" + log.severity(row) : ""), style: { width: this.weight(l) + "px" } }));
    if (run) return h("div", props, h("span", { class: "rownum" }, `#${row}`), h("span", { class: "glyph" }, "⋮"), h("span", { class: "kind" }, plural(l.rows.length, "event")), h("bdi", { class: "says dim" }, this.runWords(l.rows)));
    return h("div", props, h("span", { class: "rownum" }, "#" + row), h("span", { class: "glyph", "aria-hidden": "true" }, log.glyph(row)), h("span", { class: "kind" }, clean(log.what(row))), h("span", { class: "tool" }, clean(log.tool(row))),
      badges(log, row), l.asides > 0 && h("span", { class: "badge quiet", title: "state updates and logs beside the story" }, "+" + l.asides), l.hidden > 0 && h("span", { class: "badge folded" }, `▸ ${num(l.hidden)} hidden`),
      h("bdi", { class: "says" }, log.line(row)));
  },

  weight(l) { return Math.round(4 + 22 * Math.log10(1 + l.rows.reduce((n, r) => n + app.log.at("length", r), 0) / 200)); },

  runWords(rows) {
    const tools = new Map();
    for (const r of rows) if (app.log.kind(r) === "action") tools.set(app.log.tool(r), (tools.get(app.log.tool(r)) || 0) + 1);
    return `to #${rows[rows.length - 1]} · ` + [...tools].sort((x, y) => y[1] - x[1]).slice(0, 5).map(([t, n]) => `${n}× ${clean(t)}`).join(", ");
  },

  click(ev) {
    const el = ev.target.closest(".line");
    if (!el || this.dragged) return;
    const k = Number(el.dataset.k), l = this.fold.lines[k];
    this.cursor = l.row;
    if (ev.target.closest(".folded") || l.rows.length > 1) { this.fold.toggle(l, true); this.refresh(); return; }
    if (app.row === l.row) this.draw(true); else choose(l.row);
  },

  key(ev) {
    if (ev.ctrlKey || ev.metaKey || ev.altKey) return;
    const lines = this.fold.lines, k = Math.max(0, this.fold.lineOf[this.cursor - app.log.from]), l = lines[k], page = Math.max(1, Math.floor(this.box.clientHeight / this.zoom) - 1);
    const moves = { ArrowDown: k + 1, ArrowUp: k - 1, PageDown: k + page, PageUp: k - page, Home: 0, End: lines.length - 1 };
    if (ev.key in moves) this.moveTo(moves[ev.key]);
    else if (ev.key === "ArrowRight") { if (this.fold.toggle(l, true)) this.refresh(); else this.moveTo(k + 1); }
    else if (ev.key === "ArrowLeft") { if (this.fold.toggle(l, false)) this.refresh(); else if (l.up >= 0) this.moveTo(l.up); }
    else if (ev.key === "Enter" || ev.key === " ") { if (l.rows.length > 1) { this.fold.toggle(l, true); this.refresh(); } else choose(l.row); }
    else if (ev.key === "+" || ev.key === "=") this.zoomTo(this.zoom + 1);
    else if (ev.key === "-") this.zoomTo(this.zoom - 1);
    else if (ev.key === "0") this.fit();
    else return;
    ev.preventDefault();
    ev.stopPropagation();
  },

  moveTo(k) {
    const lines = this.fold.lines;
    if (!lines.length) return;
    k = Math.min(lines.length - 1, Math.max(0, k));
    this.cursor = lines[k].row;
    this.show(k);
    this.draw(true);
    if (app.row >= 0 && lines[k].rows.length === 1) choose(this.cursor);
  },

  /** show scrolls a line into sight. */
  show(k) {
    const y = k * this.zoom, top = this.box.scrollTop, high = this.box.clientHeight;
    if (y < top + this.zoom) this.box.scrollTop = Math.max(0, y - this.zoom * 2);
    else if (y > top + high - this.zoom * 2) this.box.scrollTop = y - high + this.zoom * 3;
  },

  select(row) {
    if (!app.log.has(row)) { this.draw(true); return; }
    const k = this.fold.reveal(row);
    this.cursor = row;
    if (this.inner.style.height !== this.fold.lines.length * this.zoom + 4 + "px") this.size();
    if (k >= 0) this.show(k);
    this.draw(true);
  },

  step(row, by) {
    const l = this.fold.lines[this.fold.lineOf[row - app.log.from] + by];
    return l ? l.row : row;
  },

  zoomTo(z, at) {
    const i = zooms.findIndex((x) => x >= this.zoom), next = zooms[Math.min(zooms.length - 1, Math.max(0, z > this.zoom ? i + 1 : i - 1))];
    const y = at === undefined ? this.box.clientHeight / 2 : at - this.box.getBoundingClientRect().top;
    const place = (this.box.scrollTop + y) / this.zoom;
    this.zoom = next;
    this.size();
    this.box.scrollTop = place * next - y;
    this.draw(true);
  },

  fit() {
    const want = this.box.clientHeight / Math.max(1, this.fold.lines.length);
    this.zoom = zooms.findLast((z) => z <= want) || zooms[0];
    this.size();
    this.box.scrollTop = 0;
    this.draw(true);
  },

  /** drag pans with the mouse; a finger does so by itself. */
  drag() {
    let from = null;
    this.box.addEventListener("pointerdown", (ev) => { if (ev.pointerType === "mouse" && ev.button === 0) { from = [ev.clientX, ev.clientY, this.box.scrollLeft, this.box.scrollTop]; this.dragged = false; } });
    this.box.addEventListener("pointermove", (ev) => {
      if (!from || !(ev.buttons & 1)) return;
      if (Math.abs(ev.clientY - from[1]) + Math.abs(ev.clientX - from[0]) < 6 && !this.dragged) return;
      this.dragged = true;
      this.box.scrollTo(from[2] - ev.clientX + from[0], from[3] - ev.clientY + from[1]);
    });
    window.addEventListener("pointerup", () => { from = null; setTimeout(() => { this.dragged = false; }); });
  },
};

addView(tree);

/** drawLanes draws dots and edges of the lines in sight. */
const drawLanes = (t, a, b) => {
  const log = app.log, lines = t.fold.lines, z = t.zoom, top = a * z;
  const x = (lane) => 9 + lane * t.lane, y = (k) => k * z + z / 2 - top;
  clear(t.gutter);
  t.gutter.setAttribute("height", Math.max(0, b - a) * z);
  t.gutter.style.top = top + "px";
  const drawn = [];
  for (let k = 0; k < lines.length; k++) {
    const l = lines[k];
    if (l.up < 0 || k < a || l.up > b) continue;
    const from = x(log.at("lane", lines[l.up].row)), to = x(log.at("lane", l.row)), via = x(log.at("via", l.row));
    const y1 = y(l.up), y2 = y(k), bend = Math.min(z / 2, 10), active = log.is(l.row, "active") && log.is(lines[l.up].row, "active");
    let d = `M${from} ${y1}`;
    if (via !== from) d += `Q${via} ${y1} ${via} ${Math.min(y1 + bend, y2)}`;
    d += via !== to ? `V${y2 - bend}Q${via} ${y2} ${to} ${y2}` : `V${y2}`;
    drawn.push(s("path", { d, class: "edge" + (active ? " edge-active" : "") + (l.gap ? " gap" : "") }));
  }
  drawn.sort((p, q) => p.classList.contains("edge-active") - q.classList.contains("edge-active"));
  t.gutter.append(...drawn);
  if (z < 14) return;
  for (let k = a; k < b; k++) {
    const row = lines[k].row, cls = "dot tone-" + log.tone(row) + (log.is(row, "orphan") ? " orphan" : "") + (log.at("synthetic", row) ? " synthetic" : "");
    t.gutter.append(lines[k].rows.length > 1 ? s("circle", { cx: x(log.at("lane", row)), cy: y(k), r: 2.5, class: "dot run" }) : s("circle", { cx: x(log.at("lane", row)), cy: y(k), r: log.is(row, "head") ? 5.5 : 4, class: cls }));
  }
};
