"use strict";
// Which lines the tree shows: what is filtered out, folded and collapsed.

const shortestRun = 3;

class Folding {
  constructor(log) {
    this.log = log;
    this.collapsed = new Set(); // events whose branches below are hidden
    this.all = log.rows <= 150; // collapse no run
    this.asides = false; // show what hangs beside the story
    this.kinds = new Set(); // kinds that are hidden
    this.tool = "";
    this.query = "";
    this.severity = false; // only events with findings
    this.lines = [];
    this.lineOf = new Int32Array(log.rows).fill(-1); // by row
  }

  filtered() { return this.query !== "" || this.tool !== "" || this.kinds.size > 0 || this.severity; }

  /** passes reports whether an event is shown by the filters. */
  passes(row, look) {
    const log = this.log;
    return !this.kinds.has(log.kind(row)) && (!this.tool || log.tool(row) === this.tool) && (!this.severity || log.found.has(row)) && (!look || log.matches(row, look));
  }

  /** update makes lines: {row, rows of a run, depth, up: line above, gap, hidden}. */
  update() {
    const log = this.log, look = this.query ? finder(this.query) : null, filtered = this.filtered();
    const under = new Uint8Array(log.rows), near = new Int32Array(log.rows).fill(-1);
    const hidden = new Map();
    this.lines = [];
    this.matched = 0;
    for (let row = log.from; row < log.to; row++) {
      const i = row - log.from, p = this.above(row);
      if (p >= 0 && (under[p - log.from] || this.collapsed.has(p))) {
        under[i] = 1;
        near[i] = near[p - log.from];
        hidden.set(near[i], (hidden.get(near[i]) || 0) + 1);
        continue;
      }
      if (near[i] >= 0) continue; // in a run
      const owner = log.at("owner", row);
      const aside = owner >= 0 && !this.asides && row !== app.row;
      if (filtered ? !this.passes(row, look) : aside) {
        near[i] = p >= 0 ? near[p - log.from] : -1;
        if (!filtered && owner >= 0) this.twig(owner, near, row);
        continue;
      }
      if (filtered) this.matched++;
      const rows = filtered || this.all ? [row] : this.run(row);
      const line = { row, rows, up: p >= 0 ? near[p - log.from] : -1, gap: p >= 0 && near[p - log.from] >= 0 && !this.ends(near[p - log.from], p), asides: 0, hidden: 0 };
      for (const r of rows) near[r - log.from] = this.lines.length;
      this.lines.push(line);
    }
    hidden.forEach((n, at) => { if (at >= 0) this.lines[at].hidden = n; });
    this.lineOf = near;
    this.unseen = log.rows - this.lines.reduce((n, l) => n + l.rows.length, 0);
  }

  above(row) {
    const log = this.log, start = log.word("start", row), p = log.parent(row);
    return start === "cycle" || start === "later" || !log.has(p) || p >= row ? -1 : p;
  }

  ends(line, row) { const l = this.lines[line]; return l.rows[l.rows.length - 1] === row; }

  twig(owner, near, row) {
    if (!this.log.has(owner)) return;
    const at = near[owner - this.log.from];
    if (at >= 0 && this.lines[at]) this.lines[at].asides++;
    near[row - this.log.from] = at;
  }

  /** run is an event and the plain ones that follow it in a line, if they are many. */
  run(row) {
    if (!this.plain(row)) return [row];
    const rows = [row], active = this.log.is(row, "active");
    for (let r = this.only(row); r >= 0 && this.plain(r) && this.log.is(r, "active") === active; r = this.only(r)) rows.push(r);
    return rows.length >= shortestRun ? rows : [row];
  }

  only(row) {
    const kids = (children(this.log).get(row) || []).filter((k) => k > row && !this.log.is(k, "twig"));
    return kids.length === 1 ? kids[0] : -1;
  }

  plain(row) {
    const log = this.log, kind = log.kind(row), sev = log.severity(row);
    if (row === app.row || log.at("forks", row) > 1 || this.above(row) < 0 || log.at("forks", this.above(row)) > 1) return false;
    if (log.is(row, "head") || log.is(row, "orphan") || sev === "error" || sev === "warning" || log.at("synthetic", row) || this.within(row)) return false;
    return !["system", "condensation", "condensation_request", "error", "reject", "pause"].includes(kind) && log.tone(row) !== "user";
  }

  /** within reports whether an event is of a run that a person has opened. */
  within(row) { return this.open && this.open.has(row); }

  /** toggle opens or closes what a line stands for. */
  toggle(line, open) {
    if (line.rows.length > 1) {
      if (open === false) return false;
      this.open = this.open || new Set();
      for (const r of line.rows) this.open.add(r);
    } else if (this.within(line.row) && open === false) {
      for (let r = line.row; r >= 0 && this.open.delete(r); r = this.above(r));
      for (let r = this.only(line.row); r >= 0 && this.open.delete(r); r = this.only(r));
    } else {
      const closed = this.collapsed.has(line.row);
      if (open === !closed || !(children(this.log).get(line.row) || []).length) return false;
      if (closed) this.collapsed.delete(line.row); else this.collapsed.add(line.row);
    }
    this.update();
    return true;
  }

  /** reveal makes the line of an event visible. */
  reveal(row) {
    let changed = false;
    for (let r = row; r >= 0; r = this.above(r)) if (r !== row && this.collapsed.delete(r)) changed = true;
    const line = this.lines[this.lineOf[row - this.log.from]];
    if (changed || !line || !line.rows.includes(row) || line.rows.length > 1) this.update();
    return this.lineOf[row - this.log.from];
  }
}
