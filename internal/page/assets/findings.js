"use strict";
// What the rules found, each with the events around it.

addView({
  id: "findings", name: "Findings",
  severity: "", rule: "",
  count: (log) => log.sheet.findings.length,
  tone: (log) => (log.sheet.counts.error ? "sev-error" : log.sheet.counts.warning ? "sev-warning" : ""),

  render(log, el) {
    const x = log.sheet, all = x.counts.error + x.counts.warning + x.counts.info;
    this.severity = this.rule = "";
    const list = h("div", null), bar = h("div", { class: "controls" });
    const draw = () => {
      clear(bar); clear(list);
      const pick = (v) => { this.severity = v; this.rule = ""; draw(); };
      put(bar, [chooser("severity", [["", "All", all], ["error", "Errors", x.counts.error], ["warning", "Warnings", x.counts.warning], ["info", "Info", x.counts.info]].filter(([v, , n]) => !v || n), this.severity, pick), this.rules(log, draw)]);
      const shown = x.findings.map((f, i) => ({ f, i })).filter(({ f }) => (!this.severity || f.severity === this.severity) && (!this.rule || x.rules[f.rule].name === this.rule));
      put(list, [growing(shown, ({ f, i }) => this.card(log, f, i), 15)]);
    };
    put(el, [h("h1", null, "Findings"), all === 0 ? h("p", { class: "goodline" }, "No rule found anything.") : bar, list,
      all > x.findings.length && h("p", { class: "note" }, `${num(all - x.findings.length)} more are left out here: `, h("code", null, `traj audit ${quoted(x.name)} --format jsonl`)), this.silent(log)]);
    if (all) draw();
  },

  rules(log, draw) {
    const counts = new Map();
    for (const f of log.sheet.findings) if (!this.severity || f.severity === this.severity) counts.set(f.rule, (counts.get(f.rule) || 0) + 1);
    if (counts.size < 2) return null;
    return h("select", { "aria-label": "rule", onchange: (ev) => { this.rule = ev.target.value; draw(); } },
      h("option", { value: "" }, "every rule"), [...counts].map(([r, n]) => h("option", { value: log.sheet.rules[r].name, selected: this.rule === log.sheet.rules[r].name }, `${log.sheet.rules[r].id} ${log.sheet.rules[r].name} (${n})`)));
  },

  card(log, f, i) {
    const rule = log.sheet.rules[f.rule];
    return h("article", { class: "card sev-" + f.severity, id: "finding-" + i, "aria-label": rule.name },
      h("header", null, severityBadge(f.severity), h("b", null, rule.id, " ", words(rule.name)), f.row >= 0 && ref(f.row), h("span", { class: "where dim" }, whereWords(f))),
      h("p", { class: "message" }, h("bdi", null, clean(f.message))),
      f.related && this.places(f),
      around(log, f.row),
      later("What it means, and what to do", () => [h("p", null, rule.summary), h("p", null, rule.why), h("p", null, h("b", null, "Fix: "), rule.fix), h("p", { class: "dim" }, h("code", null, "traj explain " + rule.name))]));
  },

  places(f) {
    const item = (p) => h("li", null, p.row >= 0 ? ref(p.row) : h("code", null, clean(p.event || "")), " ", h("bdi", null, clean(p.note)));
    const rest = f.related.slice(5), more = rest.length + (f.more || 0);
    return [h("ul", { class: "related" }, f.related.slice(0, 5).map(item)),
      more > 0 && later(`${num(more)} more places`, () => h("ul", { class: "related" }, rest.map(item), f.more && h("li", { class: "dim" }, `and ${num(f.more)} that are not listed`)))];
  },

  silent(log) {
    const list = log.sheet.notApplicable;
    if (!list.length) return null;
    return h("details", { class: "doc" }, h("summary", null, `${plural(list.reduce((n, x) => n + x.rules.length, 0), "rule")} do not apply to this log`),
      h("ul", null, list.map((x) => h("li", null, h("b", null, x.reason + ": "), x.rules.map(words).join(", ")))));
  },

  select(row) {
    const i = (app.log.found.get(row) || [])[0];
    if (i !== undefined) byID("finding-" + i)?.scrollIntoView({ block: "nearest" });
  },

  step(row, by) {
    const rows = [...app.log.found.keys()].filter((r) => app.log.has(r)).sort((a, b) => a - b);
    const next = by > 0 ? rows.find((r) => r > row) : rows.findLast((r) => r < row);
    return next === undefined ? row : next;
  },
});

const whereWords = (f) => {
  const w = f.where;
  if (!w.file) return "";
  return clean(w.file.split("/").pop()) + (w.line ? ":" + w.line : "") + (w.pointer ? " " + clean(w.pointer) : "");
};

/** around shows the events before and after one, along its branch. */
const around = (log, row) => {
  if (!log.has(row)) return row >= 0 ? h("p", { class: "dim" }, `Event #${row} is on another page.`) : null;
  const rows = [row];
  for (let r = log.parent(row), n = 0; log.has(r) && n < 2; r = log.parent(r), n++) rows.unshift(r);
  const kids = children(log);
  for (let r = row, n = 0; n < 2; n++) {
    const next = (kids.get(r) || []).filter((k) => !log.is(k, "twig"));
    if (!next.length) break;
    r = next.find((k) => log.is(k, "active")) ?? next[0];
    rows.push(r);
  }
  return h("div", { class: "around" }, rows.map((r) => eventLine(r, { mark: r === row, badges: false })));
};

/** children lists the events below each event. */
const children = (log) => {
  if (!log.kids) {
    log.kids = new Map();
    for (let r = log.from; r < log.to; r++) {
      const p = log.parent(r);
      if (p >= 0) (log.kids.get(p) || log.kids.set(p, []).get(p)).push(r);
    }
  }
  return log.kids;
};
