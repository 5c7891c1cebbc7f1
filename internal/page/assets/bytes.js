"use strict";
// What every byte of the log's files is.

addView({
  id: "bytes", name: "Bytes",

  render(log, el) {
    const b = log.sheet.info.bytes, f = log.sheet.files;
    const parts = [["rows", "events", "in events"], ["space", "space", "white space, separators, envelope"], ["beside", "beside", "state, meta, leases: read, but no events"], ["passed", "passed", "counted and not read"], ["damaged", "damaged", "no sound record"]];
    const sum = parts.reduce((n, [k]) => n + b[k], 0);
    put(el, [h("h1", null, "Byte account"), h("p", { class: "lead" }, `${num(b.size)} bytes in ${plural(b.files, "file")}; every one is accounted for.`),
      b.size > 0 && h("div", { class: "stack tall", role: "img", "aria-label": parts.map(([k, n]) => `${n} ${b[k]}`).join(", ") }, parts.filter(([k]) => b[k] > 0).map(([k, , title]) => h("span", { class: "kindbar by-" + k, style: { "flex-grow": String(b[k]) }, title: `${title}: ${num(b[k])}` }))),
      table(["", "", { n: "bytes" }, { n: "share" }], [...parts.map(([k, n, title]) => [[h("span", { class: "swatch by-" + k }), " " + n], h("span", { class: "dim" }, title), { n: num(b[k]) }, { n: percent(b[k], b.size) }]), [h("b", null, "sum"), "", { n: h("b", null, num(sum)) }, { n: sum === b.size ? "= size" : "≠ size" }]], { label: "byte account" }),
      this.damage(log), this.kinds(log), this.largest(log),
      section("Files", null, table(["file", "role", { n: "size" }, { n: "events" }, { n: "space" }, { n: "damaged" }], f.list.map((x) => [h("code", { class: "path" }, clean(x.name)), words(x.role), { n: num(x.size) }, { n: num(x.events) }, { n: num(x.space) }, { n: x.damaged ? h("b", { class: "sev-error" }, num(x.damaged)) : "0" }]), { label: "files" }), f.more > 0 && h("p", { class: "note" }, `${plural(f.more, "smaller file")} left out: `, h("code", null, `traj info ${quoted(log.sheet.name)} --format json`)))]);
  },

  damage(log) {
    const list = log.sheet.info.damage, more = log.sheet.files.moreDamage;
    if (!list.length) return section("Damage", null, h("p", { class: "goodline" }, "None: every record is sound."));
    return section("Damage", null, table(["what", "file", { n: "line" }, { n: "offset" }, { n: "bytes" }, ""], list.map((d) => [h("span", { class: "badge sev-error" }, words(d.reason)), h("code", { class: "path" }, clean(d.file)), { n: d.line === null ? "" : num(d.line) }, { n: num(d.offset) }, { n: num(d.length) }, [clean(d.detail), d.inside_row && " (inside an event)"]]), { label: "damage" }), more > 0 && h("p", { class: "note" }, `${plural(more, "more span")} left out: `, h("code", null, `traj info ${quoted(log.sheet.name)}`)));
  },

  kinds(log) {
    const kinds = Object.entries(log.sheet.files.byKind).sort((a, b) => b[1] - a[1]), most = Math.max(1, ...kinds.map(([, n]) => n));
    if (!kinds.length) return null;
    return section("By kind of event", null, h("div", { class: "bars" }, kinds.map(([k, n]) => h("div", { class: "barline" }, h("span", { class: "glyph tone-" + k }, glyphs[k]), h("span", { class: "kind" }, words(k)), h("span", { class: "track" }, h("span", { class: "kindbar tone-" + k, style: { width: Math.max(0.5, 100 * n / most) + "%" } })), h("span", { class: "n" }, bytes(n))))));
  },

  largest(log) {
    const list = log.sheet.files.largest, most = list.length ? list[0].bytes || 1 : 1;
    if (!list.length) return null;
    return section("Largest events", null, h("div", { class: "bars" }, list.map((x) => h("div", { class: "barline" }, ref(x.row), h("span", { class: "kind" }, log.has(x.row) ? `${clean(log.what(x.row))} ${clean(log.tool(x.row))}` : ""), h("span", { class: "track" }, h("span", { class: "kindbar tone-" + (log.has(x.row) ? log.tone(x.row) : "other"), style: { width: 100 * x.bytes / most + "%" } })), h("span", { class: "n" }, bytes(x.bytes))))));
  },
});
