"use strict";
// What became of each message from one prompt to the next, and why.

/** xray is the prompt before an event against that of the call before it. */
const xray = (prompts, row) => {
  const at = prompts.at(row);
  if (!at.view) return { at, before: null, entries: [] };
  const before = prompts.previous(at);
  return { at, before, entries: new Contrast(prompts, before, at).entries() };
};

class Contrast {
  constructor(prompts, was, is) {
    Object.assign(this, { prompts, log: prompts.log, was: was || { groups: [], path: [] }, is });
    this.wasIn = places(this.was.groups);
    this.isIn = places(is.groups);
    this.onPath = new Set(is.path);
    this.onWas = new Set(this.was.path);
    this.told = new Set();
    this.late = new Set();
    let left = is.mark.late || 0;
    for (let k = is.path.length - 1; k >= 0 && left > 0; k--) if (this.log.is(is.path[k], "shown")) { this.late.add(is.path[k]); left--; }
  }

  entries() {
    const out = [];
    this.goneFrom(out, 0);
    this.is.groups.forEach((group, k) => {
      out.push(this.entry(k, group));
      for (const item of group) {
        const was = this.wasIn.get(item);
        if (was !== undefined) { this.gone(out, was); this.goneFrom(out, was + 1); }
      }
    });
    this.was.groups.forEach((_, k) => this.gone(out, k));
    return out;
  }

  goneFrom(out, k) {
    for (; k < this.was.groups.length; k++) {
      if (this.was.groups[k].some((i) => this.isIn.has(i))) return;
      this.gone(out, k);
    }
  }

  entry(index, group) {
    const from = new Set(), e = { index, was: -1, parts: [] };
    let added = false;
    for (const item of group) {
      const part = { item, mark: "kept", why: "", row: -1, resume: this.is.resume.get(item) || "", late: item >= 0 && this.late.has(item) };
      const was = this.wasIn.get(item);
      if (was !== undefined) { if (!from.size) e.was = was; from.add(was); } else {
        added = true;
        part.mark = "added";
        Object.assign(part, this.whyAdded(item));
      }
      e.parts.push(part);
    }
    e.mark = from.size === 0 ? "added" : from.size === 1 && !added ? "kept" : "merged";
    return e;
  }

  gone(out, k) {
    if (this.told.has(k)) return;
    this.told.add(k);
    const first = out.length;
    for (const item of this.was.groups[k]) {
      if (this.isIn.has(item)) continue;
      const part = this.whyGone(item), last = out[out.length - 1];
      const like = out.length > first && ["mark", "why", "row", "rule"].every((f) => last.parts[0][f] === part[f]);
      if (like) last.parts.push(part);
      else out.push({ mark: part.mark, index: -1, was: k, parts: [part] });
    }
  }

  whyGone(item) {
    const part = { item, mark: "dropped", why: "", row: -1, rule: "", resume: "", late: false };
    const row = rowOfItem(item), by = this.forgottenBy(item);
    if (!this.onPath.has(row) && this.log.has(row)) return { ...part, mark: "left", why: "branch" };
    if (by >= 0) return { ...part, mark: "forgotten", why: "condensation", row: by };
    if (this.is.dropped.has(item)) return { ...part, why: "property", rule: this.is.dropped.get(item) };
    if (item < 0) return { ...part, mark: "forgotten", why: "superseded", row: this.lastCondensation() };
    return part;
  }

  /** forgottenBy is the first condensation of the path that names an item. */
  forgottenBy(item) {
    if (!this.forgot) {
      this.forgot = new Map();
      for (const row of this.is.path) {
        for (const i of this.prompts.p.forgets[row] || []) if (!this.forgot.has(i)) this.forgot.set(i, row);
      }
    }
    return this.forgot.get(item) ?? -1;
  }

  lastCondensation() {
    for (let k = this.is.path.length - 1; k >= 0; k--) if (this.log.kind(this.is.path[k]) === "condensation") return this.is.path[k];
    return -1;
  }

  whyAdded(item) {
    const log = this.log, row = rowOfItem(item), kind = log.kind(row);
    const role = log.word("role", row);
    if (item < 0) return { why: "summary", row };
    if (this.onWas.has(row)) return { why: "returned" };
    if (kind === "system") return { why: "system" };
    if (kind === "action" || kind === "message" && log.is(row, "asked")) return { why: "model" };
    if (kind === "message" && role === "user" && log.word("source", row) === "user") return { why: "user" };
    if (!["result", "error", "reject"].includes(kind)) return { why: "framework" };
    const why = log.at("synthetic", row) ? "synthetic" : kind;
    return { why, row: log.at("action", row) };
  }
}

const places = (groups) => {
  const m = new Map();
  groups.forEach((g, k) => g.forEach((i) => m.set(i, k)));
  return m;
};

/** whyWords says of a part of a message why it came or went. */
const whyWords = (part, ref) => {
  const of = part.row >= 0 ? [" ", ref(part.row)] : [];
  switch (part.why) {
    case "condensation": return ["forgotten by condensation", ...of];
    case "superseded": return ["made room for the summary of", ...of];
    case "property": return ["dropped: " + propertyWords(part.rule)];
    case "branch": return ["on another branch"];
    case "returned": return ["was gone before, is back here"];
    case "summary": return ["the summary of condensation", ...of];
    case "framework": return ["written by the framework"];
    case "result": return ["result of", ...of];
    case "error": return ["error for", ...of];
    case "reject": return ["rejection of", ...of];
    case "synthetic": return ["written by a recovery or an interrupt for", ...of, ": proves nothing"];
    case "user": return ["the user wrote"];
    case "model": return ["the model's own"];
    case "system": return ["the system prompt"];
  }
  return part.mark === "dropped" ? ["left out by the version"] : [];
};

const propertyWords = (p) => ({
  uniqueness: "a second result of its call (uniqueness)", batch: "not all calls of its response are there (batch)",
  matching: "a call without a result, or a result without a call (matching)", loop: "part of a tool loop that is not whole (loop)",
}[p] || p);
