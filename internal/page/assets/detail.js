"use strict";
// The panel about the chosen event.

const detail = {
  el: null,

  show(row) {
    const open = row >= 0 && app.log && app.log.has(row) && app.view !== "xray";
    document.body.classList.toggle("with-detail", open);
    clear(this.el);
    this.el.hidden = !open;
    if (!open) return;
    const log = app.log;
    put(this.el, [this.head(log, row), this.found(log, row), this.facts(log, row), h("h3", null, "What it says"), contents(row), this.raw(log, row)]);
    this.el.scrollTop = 0;
  },

  head(log, row) {
    return h("header", null,
      h("div", { class: "title tone-" + log.tone(row) }, h("span", { class: "glyph", "aria-hidden": "true" }, log.glyph(row)),
        h("h2", { id: "detail-title" }, clean(log.what(row)), " ", h("b", null, clean(log.tool(row))), h("span", { class: "rownum" }, " #" + row)), button("Close", () => choose(-1), { class: "close", "aria-label": "close the event (Escape)" })),
      h("div", { class: "bar" }, badges(log, row)),
      h("div", { class: "bar" },
        button("◂ Previous", () => step(-1), { "aria-label": "previous event" }), button("Next ▸", () => step(1), { "aria-label": "next event" }),
        h("a", { class: "button", href: place("xray", row) }, "Prompt X-ray"),
        app.view !== "tree" && h("a", { class: "button", href: place("tree", row) }, "Show in tree")));
  },

  found(log, row) {
    const list = log.found.get(row);
    return list && h("div", { class: "found" }, list.map((i) => {
      const f = log.sheet.findings[i], rule = log.sheet.rules[f.rule];
      return h("p", { class: "sev-line sev-" + f.severity }, severityBadge(f.severity, rule.id), " ", h("b", null, rule.name), ": ", h("bdi", null, clean(f.message)));
    }));
  },

  facts(log, row) {
    const e = (c) => log.at(c, row), parent = e("parent"), call = log.callAt.get(row), c = log.sheet.calls, results = log.results.get(row) || [];
    const tokens = log.sheet.span.counted && [e("tokensIn") >= 0 && num(e("tokensIn")) + " in", e("tokensOut") >= 0 && num(e("tokensOut")) + " out", e("cost") !== null && "cost " + e("cost")].filter(Boolean).join(", ");
    const file = log.sheet.files.names[e("file")];
    return facts([
      ["id", h("code", null, clean(e("id")))], ["type", clean(log.word("type", row))], ["source", clean(log.word("source", row))], ["time", log.stamp(row)],
      ["outcome", call !== undefined && [outcomeBadge(log.sheet.names[c.outcome[call]]), c.duration[call] !== null && " after " + duration(c.duration[call])]],
      ["effect", call !== undefined && words(log.sheet.names[c.effect[call]])],
      ["answered by", results.length > 0 && results.map((r) => [ref(r), " "])], ["answers", e("action") >= 0 && ref(e("action"))],
      ["after", parent >= 0 ? ref(parent) : parent === -2 ? "a parent that no event is" : null],
      ["response", h("code", null, clean(log.word("response", row)))], ["call id", log.word("call", row) && h("code", null, clean(log.word("call", row)))],
      ["tokens", tokens || null],
      ["record", [bytes(e("length")), file && [" at ", h("code", null, clean(file)), e("line") ? ", line " + num(e("line")) : "", ", offset " + num(e("offset"))]]],
    ].filter(([k]) => k !== "response" || log.word("response", row)));
  },

  raw(log, row) {
    const raw = log.raw(row);
    if (!raw) return h("p", { class: "note" }, log.sheet.redacted ? "What the model, tools and users wrote is left out (--redact)." : "The record itself is left out of this page for its size; its place is given above.");
    const box = h("details", { class: "raw" }, h("summary", null, `The record, ${bytes(raw.length)}`));
    box.addEventListener("toggle", () => {
      if (!box.open || box.children.length > 1) return;
      let text = raw;
      try { text = JSON.stringify(JSON.parse(raw), null, 2); } catch { /* shown as it is */ }
      put(box, [textBox({ s: text })]);
    });
    return box;
  },
};

/** step goes to the event before or after, as the view lists them. */
const step = (by) => {
  const view = viewNamed(app.view), log = app.log;
  let row = app.row < 0 ? log.from : view.step ? view.step(app.row, by) : app.row + by;
  row = Math.min(log.to - 1, Math.max(log.from, row));
  if (log.has(row)) choose(row);
};

const outcomeBadge = (outcome) => h("span", { class: "badge outcome out-" + outcome }, words(outcome));
