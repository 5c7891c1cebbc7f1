"use strict";
// The corpus: every log in a line.

const overview = {
  query: "",
  order: "worst",

  render(_, el) {
    const doc = app.doc, total = doc.counts;
    const list = h("div", null);
    const fillList = () => {
      clear(list);
      const look = finder(this.query);
      const rows = doc.logs.map((l, i) => ({ ...l, i })).filter((l) => look.test(l.name) || look.test(l.format) || look.test(l.status));
      const keys = { worst: (l) => [-l.error, -l.orphans, -l.warning], events: (l) => [-l.events], size: (l) => [-l.bytes], name: () => [0] };
      const key = keys[this.order];
      rows.sort((a, b) => { const x = key(a), y = key(b); for (let k = 0; k < x.length; k++) if (x[k] !== y[k]) return (x[k] || 0) - (y[k] || 0); return a.i - b.i; });
      put(list, [growing(rows, logCard, 100)]);
      if (!rows.length) put(list, [h("p", { class: "note" }, "No log with that in its name, format or status.")]);
    };
    put(el, [
      h("h1", null, plural(total.logs, "log")),
      h("div", { class: "tiles" }, tile(num(total.events), "events"), tile(num(total.error), "errors", total.error ? "sev-error" : "good"), tile(num(total.warning), "warnings", total.warning ? "sev-warning" : ""),
        tile(num(doc.logs.reduce((n, l) => n + l.orphans, 0)), "calls with no known outcome", doc.logs.some((l) => l.orphans) ? "sev-error" : "")),
      doc.more > 0 && h("p", { class: "note" }, `${plural(doc.more, "more log")} are counted above and have no line here: name fewer logs.`),
      doc.logs.some((l) => l.sheet < 0) && h("p", { class: "note" }, `Logs without a link are not in this file for want of room; those with errors and with calls of no known outcome come first. For one of them: `, h("code", null, `${doc.command} LOG -o report.html`)),
      h("div", { class: "controls" },
        h("input", { type: "search", placeholder: "Find a log", "aria-label": "find a log", oninput: (ev) => { this.query = ev.target.value; fillList(); } }),
        this.orders(fillList)),
      list,
    ]);
    fillList();
  },

  orders(again) {
    const box = h("div", null);
    const draw = () => { clear(box); put(box, [chooser("order", [["worst", "Worst first"], ["events", "Most events"], ["size", "Largest"], ["name", "As given"]], this.order, (v) => { this.order = v; draw(); again(); })]); };
    draw();
    return box;
  },
};

const logCard = (l) => h("div", { class: "logcard" },
  l.sheet >= 0 ? h("a", { class: "logname", href: `#log/${l.sheet}/summary` }, h("bdi", null, clean(l.name))) : h("span", { class: "logname dim" }, h("bdi", null, clean(l.name))),
  h("span", { class: "dim" }, `${l.format} · ${plural(l.events, "event")} · ${plural(l.branches, "branch", "branches")} · ${bytes(l.bytes)}${l.status ? " · " + clean(l.status) : ""}`),
  h("span", { class: "bar" }, l.error > 0 && severityBadge("error", plural(l.error, "error")), l.warning > 0 && severityBadge("warning", plural(l.warning, "warning")),
    l.info > 0 && severityBadge("info", num(l.info) + " info"), l.orphans > 0 && h("span", { class: "badge orphan" }, `${num(l.orphans)} with no known outcome`),
    !l.error && !l.warning && !l.orphans && h("span", { class: "badge good" }, "sound")));

const tile = (value, name, cls = "", href = null) => h(href ? "a" : "div", { class: "tile " + cls, href }, h("span", { class: "value" + (value.length > 8 ? " long" : "") }, value), h("span", { class: "name" }, name));
