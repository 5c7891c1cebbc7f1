"use strict";
// Every tool call, with what became of it and how long it took.

addView({
  id: "tools", name: "Tool calls",
  outcome: "", tool: "", order: "row",
  count: (log) => log.sheet.calls.tools.reduce((n, t) => n + t.calls, 0),

  render(log, el) {
    this.outcome = this.tool = "";
    const c = log.sheet.calls, list = h("div", null), bar = h("div", { class: "controls" });
    const draw = () => {
      clear(bar); clear(list);
      const counts = new Map();
      for (const o of c.outcome || []) counts.set(log.sheet.names[o], (counts.get(log.sheet.names[o]) || 0) + 1);
      put(bar, [chooser("outcome", [["", "All", (c.row || []).length], ...[...counts].map(([o, n]) => [o, words(o), n])], this.outcome, (v) => { this.outcome = v; draw(); }),
        c.tools.length > 1 && h("select", { "aria-label": "tool", onchange: (ev) => { this.tool = ev.target.value; draw(); } }, h("option", { value: "" }, "every tool"), c.tools.map((t) => h("option", { value: t.name, selected: this.tool === t.name }, clean(t.name) || "no name"))),
        chooser("order", [["row", "In order"], ["long", "Slowest"]], this.order, (v) => { this.order = v; draw(); })]);
      let rows = (c.row || []).map((row, i) => ({ row, i, outcome: log.sheet.names[c.outcome[i]] })).filter((x) => (!this.outcome || x.outcome === this.outcome) && (!this.tool || log.tool(x.row) === this.tool));
      if (this.order === "long") rows = rows.sort((a, b) => (c.duration[b.i] ?? -1) - (c.duration[a.i] ?? -1));
      const most = Math.max(1, ...(c.duration || []).map((d) => d || 0));
      put(list, [rows.length ? growing(rows, (x) => this.line(log, x, most), 100) : h("p", { class: "note" }, "No call of that kind.")]);
    };
    put(el, [h("h1", null, "Tool calls"), c.tools.length ? this.sums(log) : h("p", { class: "note" }, "The log holds no tool call."),
      c.tools.length > 0 && section("One by one", log.sheet.window.pages > 1 ? "Those of this page." : null, bar, list)]);
    if (c.tools.length) draw();
  },

  sums(log) {
    const c = log.sheet.calls, tools = [...c.tools].sort((a, b) => b.calls - a.calls);
    const bar = (t) => h("span", { class: "stack small", role: "img", "aria-label": Object.entries(t.outcomes).map(([o, n]) => `${n} ${words(o)}`).join(", ") },
      Object.entries(t.outcomes).sort().map(([o, n]) => h("span", { class: "kindbar out-" + o, style: { "flex-grow": String(n) }, title: `${n} ${words(o)}` })));
    const rows = tools.slice(0, 60).map((t) => [h("b", null, clean(t.name) || "no name"), { n: num(t.calls) }, bar(t), h("span", { class: "dim" }, Object.entries(t.outcomes).sort((a, b) => b[1] - a[1]).map(([o, n]) => `${num(n)} ${words(o)}`).join(", ")),
      { n: t.timed ? duration(t.total) : "–" }, { n: t.timed ? duration(t.median) : "–" }, { n: t.timed ? duration(t.most) : "–" }]);
    return section("By tool", "A duration is the time from a call to what decides its outcome, as the two events say.",
      table(["tool", { n: "calls" }, "outcomes", "", { n: "in all" }, { n: "median" }, { n: "longest" }], rows, { label: "calls by tool" }),
      tools.length > 60 && h("p", { class: "note" }, `${plural(tools.length - 60, "tool")} with fewer calls left out.`));
  },

  line(log, x, most) {
    const d = log.sheet.calls.duration[x.i], effect = log.sheet.names[log.sheet.calls.effect[x.i]];
    return h("a", { class: "eventline call" + (x.row === app.row ? " marked" : ""), href: place("tools", x.row), "aria-current": x.row === app.row ? "true" : null },
      h("span", { class: "rownum" }, "#" + x.row), h("span", { class: "tool" }, clean(log.tool(x.row))), outcomeBadge(x.outcome),
      h("span", { class: "took" }, d === null ? "" : duration(d)), h("span", { class: "tookbar", "aria-hidden": "true" }, h("span", { style: { width: d ? Math.max(1, 100 * Math.sqrt(d / most)) + "%" : "0" } })),
      h("span", { class: "effect eff-" + effect }, words(effect)), h("bdi", { class: "says" }, log.line(x.row)));
  },

  step(row, by) {
    const rows = app.log.sheet.calls.row || [], next = by > 0 ? rows.find((r) => r > row) : rows.findLast((r) => r < row);
    return next === undefined ? row : next;
  },
});
