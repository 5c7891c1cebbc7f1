"use strict";
// How an event looks wherever one is named or listed, and how its text is shown.

/** ref links to an event. */
const ref = (row, label) => {
  const log = app.log;
  if (row < 0) return h("span", { class: "dim" }, label || "none");
  if (!log.has(row)) return h("span", { class: "dim", title: "an event of another page" }, "#" + row);
  return h("a", { class: "ref tone-" + log.tone(row), href: place(app.view === "overview" ? "tree" : app.view, row), title: log.what(row) + " " + clean(log.tool(row)) }, "#" + row, label ? " " + label : "");
};

const severityBadge = (severity, text) => h("span", { class: "badge sev-" + severity }, text || severity);

/** badges are the short words that stand out about an event. */
const badges = (log, row) => {
  const out = [], add = (cls, text, title) => out.push(h("span", { class: "badge " + cls, title }, text));
  if (log.is(row, "head")) add("head", "HEAD", "the log ends here");
  if (log.is(row, "orphan")) add("orphan", "no known outcome");
  if (log.has(row) && log.at("synthetic", row)) add("sev-warning", "synthetic", "written by " + log.word("synthetic", row) + ", not by the tool");
  const start = log.word("start", row);
  if (start === "root") add("fork", "root"); else if (start) add("sev-error", "parent " + start);
  if (log.has(row) && log.at("forks", row) > 1) add("fork", "fork ×" + log.at("forks", row));
  if (log.parent(row) >= 0 && !log.has(log.parent(row))) add("quiet", "after #" + log.parent(row), "which is on another page");
  if (log.is(row, "refused")) add("sev-error", "refused", "the version does not read this record");
  if (log.is(row, "sidechain")) add("quiet", "sub-agent");
  const rules = new Map();
  for (const i of log.found.get(row) || []) {
    const f = log.sheet.findings[i], id = log.sheet.rules[f.rule].id;
    if (!rules.has(id)) { rules.set(id, f); add("sev-" + f.severity, id, clean(f.message)); }
  }
  return out;
};

/** eventLine is an event in one line: a link with its number, kind and words. */
const eventLine = (row, props = {}) => {
  const log = app.log, view = props.view || app.view;
  return h("a", { class: "eventline tone-" + log.tone(row) + (props.mark ? " marked" : ""), href: place(view, row), "aria-current": row === app.row ? "true" : null },
    h("span", { class: "rownum" }, "#" + row), h("span", { class: "glyph", "aria-hidden": "true" }, log.glyph(row)),
    h("span", { class: "kind" }, clean(log.what(row))), h("span", { class: "tool" }, clean(log.tool(row))),
    props.badges === false ? null : badges(log, row), h("bdi", { class: "says" }, log.line(row)));
};

const sequence = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)/g;

/** inked is text as nodes, in which escapes are set apart. */
const inked = (text) => {
  const out = [];
  const plain = (t) => {
    let at = 0;
    for (const m of t.matchAll(steering)) { out.push(t.slice(at, m.index), h("span", { class: "esc" }, escapeOf(m[0]))); at = m.index + m[0].length; }
    out.push(t.slice(at));
  };
  let at = 0;
  text = text.replace(/\r\n/g, "\n");
  for (const m of text.matchAll(sequence)) { plain(text.slice(at, m.index)); out.push(h("span", { class: "esc" }, clean(m[0]))); at = m.index + m[0].length; }
  plain(text.slice(at));
  return out.filter((x) => x !== "");
};

const longText = 6000;

/** textBox shows a text, of a long one its beginning first. */
const textBox = (block, cls = "") => {
  const box = h("pre", { class: "text " + cls, dir: "auto", tabindex: block.s.length > 600 ? "0" : null });
  const whole = () => {
    clear(box);
    put(box, inked(block.s));
    if (block.cut) put(box, [h("span", { class: "cut" }, `… ${plural(block.cut, "byte")} left out of this page …`), inked(block.e || "")]);
  };
  if (block.s.length + (block.e || "").length <= longText) { whole(); return box; }
  put(box, [inked(block.s.slice(0, longText)), "…"]);
  const more = button(`Show all ${num(block.s.length + (block.e || "").length)} characters`, () => { whole(); more.remove(); });
  return [box, more];
};

/** argsBox shows a call's arguments, texts as they are and not as JSON. */
const argsBox = (block) => {
  let v = null;
  if (!block.cut) try { v = JSON.parse(block.s); } catch { /* shown as it is */ }
  if (!v || typeof v !== "object" || Array.isArray(v)) return textBox(block);
  const short = (x) => typeof x !== "object" && String(x).length < 90 && !/\n/.test(String(x));
  return h("dl", { class: "args" }, Object.entries(v).map(([k, x]) => h("div", { class: short(x) ? "short" : null }, h("dt", null, clean(k)), h("dd", null, short(x) ? h("code", null, clean(String(x))) : textBox({ s: typeof x === "string" ? x : JSON.stringify(x, null, 1) })))));
};

const blockNames = { r: "reasoning", k: "thinking", i: "image, not shown" };

/** blockBox shows a piece of what an event says. */
const blockBox = (b) => {
  if (b.k === "m") return h("div", { class: "blockname" }, clean(b.s));
  if (b.k === "c") return h("div", { class: "block call" }, h("div", { class: "blockname" }, "calls ", h("b", null, clean(b.n || ""))), argsBox(b));
  const name = blockNames[b.k];
  return h("div", { class: "block " + (b.k === "t" ? "" : "aside") }, name && h("div", { class: "blockname" }, name + (b.n ? ", " + b.n : "")), textBox(b));
};

/** contents shows everything that an event says. */
const contents = (row) => {
  const blocks = app.log.blocks(row);
  return blocks.length ? blocks.map(blockBox) : h("p", { class: "dim" }, "This event has no text.");
};
