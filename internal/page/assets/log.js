"use strict";
// A log as the page holds it: columns by row, and what follows from them.

const flags = { active: 1, head: 2, orphan: 4, failed: 8, hidden: 16, finish: 32, sidechain: 64, refused: 128, unseen: 256, shown: 512, asked: 1024,
  opens: 2048, plain: 4096, raises: 8192, summary: 16384, walked: 32768, twig: 65536 };

const glyphs = { system: "●", message: "○", action: "▶", result: "◀", error: "✕", reject: "⊘", condensation: "◆", condensation_request: "◇", state: "·",
  pause: "‖", hook: "⌁", stream: "∿", tool_card: "▤", log: "≡", other: "?" };

class Log {
  constructor(sheet, number) {
    Object.assign(this, { sheet, number, e: sheet.events, from: sheet.window.from, to: sheet.window.to });
    this.rows = this.to - this.from;
    this.found = new Map(); // findings by row
    sheet.findings.forEach((f, i) => { if (f.row >= 0) (this.found.get(f.row) || this.found.set(f.row, []).get(f.row)).push(i); });
    this.orphans = new Map(sheet.orphans.map((o, i) => [o.row, i]));
    this.callAt = new Map((sheet.calls.row || []).map((row, i) => [row, i]));
    this.results = new Map();
    this.e.action?.forEach((a, i) => { if (a >= 0) (this.results.get(a) || this.results.set(a, []).get(a)).push(this.from + i); });
    this.outer = new Map(sheet.content.outer.map((x) => [x.row, x]));
    this.lines = new Map();
  }

  has(row) { return row >= this.from && row < this.to; }
  is(row, flag) { return this.has(row) && (this.e.flags[row - this.from] & flags[flag]) !== 0; }
  at(column, row) { return this.e[column][row - this.from]; }
  word(column, row) { return this.has(row) ? this.sheet.names[this.at(column, row)] : ""; }
  id(row) { return this.has(row) ? this.at("id", row) : ""; }
  kind(row) { return this.has(row) ? this.at("kind", row) : this.outer.get(row)?.kind || "other"; }
  tool(row) { return this.has(row) ? this.word("tool", row) : this.outer.get(row)?.tool || ""; }
  parent(row) { return this.has(row) ? this.at("parent", row) : -1; }
  blocks(row) { return this.has(row) ? this.sheet.content.blocks[row - this.from] : [{ k: "t", s: this.outer.get(row)?.text || "" }]; }
  raw(row) { return this.has(row) ? this.sheet.content.raw[row - this.from] || "" : ""; }
  time(row) { return this.has(row) ? this.at("time", row) : null; }
  stamp(row) { const t = this.time(row); return t === null ? "" : stamp(this.sheet.span.first + t); }

  /** what is the kind in words, for a message with who wrote it. */
  what(row) {
    const kind = this.kind(row);
    if (kind === "message" && this.has(row)) return (this.word("source", row) || "") + " message";
    if (kind === "other" && this.has(row)) return this.word("type", row) || "other";
    return words(kind);
  }

  /** tone is the name under which the style sheet has the event's colour. */
  tone(row) {
    const kind = this.kind(row);
    if (kind === "message") return this.word("source", row) === "user" ? "user" : "agent";
    if (kind === "result" && this.is(row, "failed")) return "error";
    return kind;
  }

  glyph(row) { return this.tone(row) === "user" ? "◉" : this.tone(row) === "error" ? "✕" : glyphs[this.kind(row)] || "?"; }

  /** line is what an event says, in one line. */
  line(row) {
    if (!this.lines.has(row)) this.lines.set(row, oneLine(this.says(row), 260));
    return this.lines.get(row);
  }

  says(row) {
    const kind = this.kind(row), blocks = this.blocks(row) || [];
    if (kind === "condensation") {
      const c = this.sheet.condensations.find((x) => x.row === row);
      return c ? `forgets ${plural(c.forgets, "event")}${c.summary ? ", leaves a summary" : ""}` : "";
    }
    const call = blocks.find((b) => b.k === "c");
    if (call) return sketch(call.s);
    const text = blocks.find((b) => b.k === "t") || blocks[0];
    if (text) return text.s;
    return this.has(row) ? [this.word("label", row), this.word("value", row)].filter(Boolean).join(" ") : "";
  }

  /** severity of the gravest finding about an event. */
  severity(row) {
    const list = this.found.get(row);
    return list ? this.sheet.findings[list[0]].severity : "";
  }

  /** matches reports whether any text of an event holds what is looked for. */
  matches(row, look) {
    return look.test(this.id(row)) || look.test(this.tool(row)) || look.test(this.kind(row)) || look.test(this.word("type", row)) || look.test(this.word("call", row)) ||
      look.test(this.word("response", row)) || this.blocks(row).some((b) => look.test(b.s) || (b.e && look.test(b.e)));
  }

  /** row of an id, of "#12", or of the beginning of an id. */
  rowOf(id) {
    if (/^#?\d+$/.test(id)) { const row = Number(id.replace("#", "")); if (this.has(row)) return row; }
    let i = this.e.id.indexOf(id);
    if (i < 0 && id.length > 3) i = this.e.id.findIndex((x) => x.startsWith(id));
    return i < 0 ? -1 : this.from + i;
  }
}

/** sketch is a call's arguments without braces: the values that tell it apart. */
const sketch = (args) => {
  let v;
  try { v = JSON.parse(args); } catch { return args; }
  if (!v || typeof v !== "object" || Array.isArray(v)) return args;
  const parts = Object.entries(v).map(([k, x]) => [k, typeof x === "string" ? x : JSON.stringify(x)]);
  if (parts.length && /^(command|cmd|code|query)$/.test(parts[0][0])) return parts.map(([k, x], i) => (i ? k + ": " + x : x)).join("  ");
  return parts.map(([k, x]) => k + ": " + x).join("  ");
};

/** finder is a regular expression for what a person types. */
const finder = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
