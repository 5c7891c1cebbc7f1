"use strict";
// The prompt that the model had before an event, made of how each event of the
// path changed the view. An item is a row, or -1 less the row of a
// condensation whose summary it is. The reasons are those of `traj project --at`.

const rowOfItem = (item) => (item < 0 ? -1 - item : item);

class Prompts {
  constructor(log) {
    this.log = log;
    this.p = log.sheet.prompts;
    this.joined = new Set(this.p.joined.map(([a, b]) => a + "," + b));
  }

  first(row) { return this.log.has(row) ? this.p.first[row - this.log.from] : -1; }
  asked(row) { return this.log.is(row, "asked") && this.first(row) >= 0; }

  /** path lists the events above one, root first, as far as the page has them. */
  path(row) {
    const out = [];
    for (let r = this.log.parent(row); r >= 0 && this.log.has(r) && out.length <= this.log.rows; r = this.log.parent(r)) out.push(r);
    return out.reverse();
  }

  /** at is the prompt before an event: its path, view and groups of items. */
  at(row) {
    const first = this.first(row);
    if (first < 0) return { row, error: this.p.broken[row] || "no path that the version can walk leads to this event" };
    return this.before(row, first, this.asked(row));
  }

  before(row, first, asked) {
    const path = this.path(first), mark = this.p.marks[first] || {};
    const top = path.length ? path[0] : first;
    const run = { row, first, asked, path, mark, earlier: this.p.earlier[top] || 0, dropped: this.set(mark.dropped), resume: this.set(mark.resume) };
    run.view = mark.view || this.fold(path, this.p.bases[top] || []).filter((i) => !run.dropped.has(i));
    const shape = mark.shape && this.shape(mark.shape);
    const bad = mark.raises || shape ? undefined : run.view.find((i) => this.log.is(rowOfItem(i), "raises"));
    run.error = bad !== undefined ? "the version raises an error for event #" + rowOfItem(bad) : mark.raises ? mark.raises : mark.spoiled ? "a later call of a response carries text of its own: the version raises an error" : "";
    run.groups = shape || this.groups(run.view, run.error !== "" || this.p.none !== "");
    return run;
  }

  /** shape is a list of messages that is written down, from the one before it. */
  shape(n) {
    this.shapes = this.shapes || [];
    for (let k = this.shapes.length; k < n; k++) this.shapes.push([...(this.shapes[k - 1] || []).slice(0, this.p.shapes[k].same), ...this.p.shapes[k].rest]);
    return this.shapes[n - 1];
  }

  set(n) { return new Map(n ? this.p.sets[n - 1].map((d) => [d.item, d.property]) : []); }

  /** fold applies the events of a path to a view. */
  fold(path, base) {
    let view = base.slice();
    for (const row of path) {
      const c = this.p.changes[row];
      if (!c) { if (this.log.is(row, "shown")) view.push(row); continue; }
      if (c.removed) { const gone = new Set(c.removed); view = view.filter((i) => !gone.has(i)); }
      for (const [item, before] of c.added || []) {
        const k = before === item ? -1 : view.indexOf(before);
        if (k < 0) view.push(item); else view.splice(k, 0, item);
      }
    }
    return view;
  }

  groups(view, single) {
    const out = [];
    view.forEach((item, k) => {
      if (k && !single && this.joins(view[k - 1], item)) out[out.length - 1].push(item);
      else out.push([item]);
    });
    return out;
  }

  joins(a, b) {
    if (!this.p.ruled) return this.joined.has(a + "," + b);
    const log = this.log, act = (i) => i >= 0 && log.kind(i) === "action";
    if (act(a) && act(b)) return log.at("response", a) === log.at("response", b);
    const plain = (i) => i < 0 || log.is(i, "plain");
    return log.sheet.mergesUsers && plain(a) && plain(b);
  }

  /** previous is the prompt of the last call on the path that was sent the view. */
  previous(prompt) {
    for (let k = prompt.path.length - 1; k >= 0; k--) {
      const r = prompt.path[k];
      if (this.log.is(r, "opens") && !(this.p.marks[r] || {}).condenser) return this.before(r, r, true);
    }
    const top = prompt.path.length ? prompt.path[0] : prompt.first, base = this.p.bases[top];
    if (!base || this.p.before[top] === undefined || this.p.before[top] < 0 || prompt.first === top) return null;
    return { row: this.p.before[top], first: this.p.before[top], outside: true, path: [], view: base, groups: this.groups(base, this.p.none !== "") };
  }

  /** calls lists the first events of calls on a path. */
  calls(path) { return path.filter((r) => this.log.is(r, "opens")); }
}
