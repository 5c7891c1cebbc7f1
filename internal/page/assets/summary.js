"use strict";
// The first look: is the log sound, what is it, what stands out.

addView({
  id: "summary", name: "Summary",

  render(log, el) {
    const x = log.sheet, info = x.info, c = x.counts, long = x.span.last - x.span.first;
    const unknown = x.unknown;
    const calls = x.calls.tools.reduce((n, t) => n + t.calls, 0);
    put(el, [
      h("h1", null, h("bdi", null, clean(x.name))),
      h("p", { class: "lead" }, `${info.format}, read as ${info.profile}: ${info.profile_why}`),
      pageNote(log),
      h("div", { class: "tiles" },
        tile(num(c.error), c.error === 1 ? "error" : "errors", c.error ? "sev-error" : "good", place("findings")),
        tile(num(c.warning), c.warning === 1 ? "warning" : "warnings", c.warning ? "sev-warning" : "good", place("findings")),
        tile(num(unknown), unknown === 1 ? "call with no known outcome" : "calls with no known outcome", unknown ? "sev-error" : "good", place("orphans")),
        tile(num(info.events), "events", "", place("tree")),
        tile(num(info.branches), info.branches === 1 ? "branch" : "branches", "", place("tree")),
        tile(num(calls), "tool calls", "", place("tools")),
        x.span.timed > 1 && tile(duration(long), "from first to last", "", place("timeline")),
        x.span.counted && x.span.cost > 0 && tile(x.span.cost.toFixed(x.span.cost < 1 ? 4 : 2), "cost, as declared")),
      this.look(log), this.kinds(log), this.about(log), this.states(log),
    ]);
  },

  /** look names what deserves a look first. */
  look(log) {
    const x = log.sheet, grave = x.findings.filter((f) => f.severity !== "info").slice(0, 6);
    const orphans = x.orphans.filter((o) => !["confirmed", "failed"].includes(o.status)).slice(0, 4);
    if (!grave.length && !orphans.length) return section("Look here first", null, h("p", { class: "goodline" }, "Nothing suspicious was found: the log is sound by every rule that applies to it."));
    return section("Look here first", null, h("ul", { class: "look" },
      grave.map((f) => h("li", null, severityBadge(f.severity, x.rules[f.rule].id), " ", h("b", null, words(x.rules[f.rule].name)), f.row >= 0 && [" at ", ref(f.row)], h("bdi", { class: "says" }, clean(f.message)))),
      orphans.map((o) => h("li", null, h("span", { class: "badge orphan" }, words(o.effect)), " ", h("b", null, clean(o.tool) || "call"), " at ", h("a", { class: "ref", href: place("orphans", o.row) }, "#" + o.row), h("bdi", { class: "says" }, clean(o.ask))))),
    x.findings.length > grave.length && h("p", null, h("a", { href: place("findings") }, `All ${plural(x.findings.length, "finding")}`)));
  },

  kinds(log) {
    const kinds = log.sheet.info.kinds, total = log.sheet.info.events;
    if (!total) return null;
    return section("What it is made of", null,
      h("div", { class: "stack", role: "img", "aria-label": kinds.map((k) => `${k.count} ${k.name}`).join(", ") }, kinds.map((k) => h("span", { class: "kindbar tone-" + k.name, style: { "flex-grow": String(k.count) }, title: `${num(k.count)} ${words(k.name)}` }))),
      h("ul", { class: "legend" }, kinds.map((k) => h("li", null, h("span", { class: "swatch tone-" + k.name }), words(k.name), " ", h("b", null, num(k.count)), h("span", { class: "dim" }, " " + percent(k.count, total))))),
      log.sheet.info.unknown_types.length > 0 && h("p", { class: "note" }, "Types that the reader does not know: ", log.sheet.info.unknown_types.map((k) => `${clean(k.name)} (${k.count})`).join(", ")));
  },

  about(log) {
    const i = log.sheet.info, x = log.sheet;
    return section("About the log", null, facts([
      ["told by", clean(i.evidence)], ["shape", words(i.shape)], ["conversation", i.conversation && h("code", null, clean(i.conversation))], ["status", i.status && clean(i.status)],
      ["head", i.head && [h("code", null, clean(i.head)), h("span", { class: "dim" }, " " + clean(i.head_why))]],
      ["active branch", `${plural(i.events_on_active_branch, "event")}, ${plural(i.pending, "action")} pending`],
      ["time", x.span.timed > 0 && `${stamp(x.span.first)} to ${stamp(x.span.last)}`],
      ["tokens", x.span.counted && (x.span.tokensIn || x.span.tokensOut) ? `${num(x.span.tokensIn)} in, ${num(x.span.tokensOut)} out, as the events declare` : null],
      ["also fits", i.profile_ambiguous.length > 0 && i.profile_ambiguous.join(", ") + ", which project it otherwise"],
      ["refused", i.refused > 0 && `${plural(i.refused, "record")} that ${i.profile} would not read`],
      ["size", `${bytes(i.bytes.size)} in ${plural(i.bytes.files, "file")}`],
    ]));
  },

  /** states is what the snapshot, the server and the events say, where two of them speak. */
  states(log) {
    const t = log.sheet.state, lines = t.lines.filter((l) => l.says.filter(Boolean).length > 1 || l.verdict === "differ");
    const stops = t.stops.filter((s) => s.answer !== "unknown");
    if (!lines.length && !stops.length) return null;
    return section("State against log", "Each owner writes by itself, and may be older than another.",
      lines.length > 0 && table(["", ...t.owners, ""], lines.map((l) => [words(l.fact), ...l.says.map((v) => (v ? [clean(v.value), v.row >= 0 && [" ", ref(v.row)]] : h("span", { class: "dim" }, "–"))),
        h("span", { class: "badge " + (l.verdict === "differ" ? "sev-warning" : l.verdict === "agree" ? "good" : "quiet"), title: l.note }, l.verdict)]), { label: "state against log" }),
      t.stops.length > 0 && h("ul", { class: "stops" }, t.stops.map((s) => h("li", null, h("b", null, words(s.stop)), ": ", h("span", { class: "badge " + (s.answer === "yes" ? "good" : "quiet") }, s.answer), " ", h("span", { class: "dim" }, clean(s.why)), s.row >= 0 && [" ", ref(s.row)]))));
  },
});

/** pageNote says what of a long log is not here, and how to get it. */
const pageNote = (log) => {
  const w = log.sheet.window, c = log.sheet.content, out = [];
  if (w.pages > 1) {
    const other = w.page < w.pages ? w.page + 1 : 1;
    out.push(h("p", { class: "note" }, `This is page ${w.page} of ${w.pages}: events #${w.from} to #${w.to - 1} of ${num(w.total)}. Findings, orphans, sums and the byte account are of the whole log. Another page: `, h("code", null, commandFor(log, " --page " + other))));
  }
  if (c.cut > 0) out.push(h("p", { class: "note" }, `${plural(c.cut, "text")} longer than ${bytes(c.most)} ${c.cut === 1 ? "is" : "are"} cut in the middle, ${bytes(c.cutBy)} in all, to keep the page small. Everything: `, h("code", null, `traj project ${quoted(log.sheet.name)} --at ID --full`)));
  return out;
};
