"use strict";
// Calls whose outcome nobody knows: the sheet to work through.

addView({
  id: "orphans", name: "Orphans",
  count: (log) => log.sheet.orphans.length + log.sheet.moreOrphans,
  tone: (log) => (log.sheet.orphans.length ? "sev-error" : ""),

  render(log, el) {
    const x = log.sheet;
    put(el, [h("h1", null, "Calls with no known outcome"),
      x.orphans.length ? h("p", { class: "lead" }, "The log does not tell whether these acted on the world. A ", h("i", null, "confirmed"), " or ", h("i", null, "failed"), " status comes from a ledger alone; nothing is guessed.") : h("p", { class: "goodline" }, "Every call has an outcome that its tool gave."),
      x.receipts.map((r) => h("p", { class: "sev-line sev-warning" }, `Ledger, line ${r.line}: `, clean(r.message))),
      x.moreOrphans > 0 && h("p", { class: "note" }, `${plural(x.moreOrphans, "more")}, of less weight, left out here: `, h("code", null, `traj orphans ${quoted(x.name)}`)),
      growing(x.orphans.map((o, i) => ({ o, i })), ({ o, i }) => this.card(log, o, i), 15),
      x.orphans.length > 0 && h("p", { class: "note" }, "A ledger to fill in: ", h("code", null, `traj orphans ${quoted(x.name)} --write-ledger ledger.jsonl`), "; then ", h("code", null, commandFor(log, " --ledger ledger.jsonl")))]);
  },

  card(log, o, i) {
    const age = o.age > 0 && o.later > 0 ? `, the last one ${duration(o.age)} later` : "";
    return h("article", { class: "card orphan-card eff-" + o.effect, id: "orphan-" + i, "aria-label": "orphan " + o.row },
      h("header", null, h("span", { class: "badge status st-" + o.status }, o.status), h("b", null, clean(o.tool) || "call"), ref(o.row), outcomeBadge(o.outcome), o.by && h("span", { class: "dim" }, "written by " + words(o.by)), h("span", { class: "badge effect eff-" + o.effect }, words(o.effect))),
      h("p", { class: "ask" }, h("b", null, "Ask: "), h("bdi", null, clean(o.ask))),
      o.args && h("div", { class: "block" }, argsBox({ s: o.args })),
      facts([["on resume", [h("b", null, o.does), ": ", clean(o.why)]], ["written", `${log.has(o.row) ? log.stamp(o.row) : ""}; ${plural(o.later, "event")} after it${age}`], ["branch", o.onBranch ? "on the active branch" : "off the active branch"],
        ["ran", o.runs > 1 && `${o.runs} times`], ["receipt", o.receipt && clean(o.receipt)],
        ["operation", h("code", null, clean(o.operation))], ["intent", h("code", null, o.intent)]]),
      o.evidence.length > 0 && h("ul", { class: "related" }, o.evidence.map((e) => h("li", null, e.row >= 0 ? [ref(e.row), " "] : null, h("bdi", null, clean(e.note))))),
      around(log, o.row));
  },

  select(row) {
    const i = app.log.orphans.get(row);
    if (i !== undefined) byID("orphan-" + i)?.scrollIntoView({ block: "nearest" });
  },

  step(row, by) {
    const rows = [...app.log.orphans.keys()].filter((r) => app.log.has(r)).sort((a, b) => a - b);
    const next = by > 0 ? rows.find((r) => r > row) : rows.findLast((r) => r < row);
    return next === undefined ? row : next;
  },
});
