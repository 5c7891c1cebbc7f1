"use strict";
// What the model had before an event, and what had changed since the call before.

const signs = { kept: " ", added: "+", merged: "&", forgotten: "−", dropped: "×", left: "<" };

addView({
  id: "xray", name: "Prompt X-ray",

  render(log, el) {
    this.el = el;
    this.hide = new Set();
    this.draw(log, app.row >= 0 ? app.row : this.start(log));
  },

  select(row) { this.draw(app.log, row >= 0 ? row : this.row ?? this.start(app.log)); },

  /** start is the last call of the active branch. */
  start(log) {
    for (let r = log.to - 1; r >= log.from; r--) if (log.is(r, "opens") && log.is(r, "active")) return r;
    return log.from;
  },

  draw(log, row) {
    if (!log.rows) { put(clear(this.el), [h("h1", null, "Prompt X-ray"), h("p", { class: "note" }, "The log has no events.")]); return; }
    this.row = row;
    const x = xray(log.prompts, row), el = clear(this.el);
    put(el, [h("h1", null, "Prompt before ", ref(row), " ", h("span", { class: "dim" }, clean(log.what(row)), " ", clean(log.tool(row)))), this.bar(log, row, x)]);
    if (!x.at.view) { put(el, [h("p", { class: "sev-line sev-error" }, clean(x.at.error))]); return; }
    put(el, [h("p", { class: "lead" }, this.asked(log, x.at), x.before && x.before.outside ? ` Set against what the model had at the beginning of this page of the log.` : x.before && [" Set against the call before, ", ref(x.before.first), "."]), this.notes(log, x), this.chips(log, x), this.growth(log, x), h("div", { class: "messages" }, this.messages(log, x))]);
  },

  bar(log, row, x) {
    const calls = this.calls(log, x.at.path || [], row), at = calls.indexOf(x.at.first);
    const to = (k) => (calls[k] === undefined ? null : place("xray", calls[k]));
    return h("div", { class: "controls" },
      h("a", { class: "button" + (at > 0 ? "" : " off"), href: at > 0 ? to(at - 1) : null, id: "call-before" }, "◂ Call before"), h("a", { class: "button" + (to(at + 1) ? "" : " off"), href: at >= 0 ? to(at + 1) : null, id: "call-after" }, "Call after ▸"),
      calls.length > 0 && h("span", { class: "dim" }, at >= 0 ? `call ${at + 1} of ${calls.length} on its branch` : `${plural(calls.length, "call")} on its branch`),
      h("a", { class: "button", href: place("tree", row) }, "Show in tree"),
      h("form", { class: "goto", onsubmit: (ev) => { ev.preventDefault(); const r = log.rowOf(ev.target.elements.id.value.trim()); if (r >= 0) go("xray", r); else say("no such event"); } },
        h("input", { name: "id", placeholder: "# or id", "aria-label": "go to event, by number or id", size: "10" }), h("button", { type: "submit" }, "Go")));
  },

  /** calls are the first events of calls on the branch of an event: above it, and on below it. */
  calls(log, path, row) {
    const out = log.prompts.calls(path), kids = children(log), seen = new Set();
    for (let r = row; r !== undefined && !seen.has(r);) {
      seen.add(r);
      if (log.is(r, "opens") && out[out.length - 1] !== r) out.push(r);
      const next = (kids.get(r) || []).filter((k) => !log.is(k, "twig"));
      r = next.find((k) => log.is(k, "active")) ?? next[0];
    }
    const first = log.prompts.first(row);
    if (first >= 0 && log.is(first, "opens") && !out.includes(first)) out.push(first);
    return out.sort((a, b) => a - b);
  },

  asked(log, at) {
    const n = log.sheet.prompts.none ? plural(at.view.length, "item") : plural(at.groups.length, "message"), response = log.word("response", at.row);
    const of = log.sheet.window.pages > 1 ? n : `${n} of ${plural(at.path.length, "event")}`;
    if (!at.asked) return `No call of the model: this is what it would have been sent there, ${of}.`;
    if (at.mark.condenser) return `A call to condense, which is sent words about the events: this is the view it was to condense, ${of}.`;
    return `Sent for ${response ? "response " + clean(response) : "the response"}${at.first !== at.row ? `, which begins at #${at.first}` : ""}: ${of}.`;
  },

  notes(log, x) {
    const at = x.at, out = [];
    if (at.error) out.push(at.error);
    if (log.sheet.lenient) out.push(`${log.sheet.info.profile} would stop before the head: ${clean(log.sheet.lenient)}. Such records are taken by their kind here, as traj project --lenient does.`);
    if (log.sheet.prompts.left) out.push("What a rebuild of the view would drop was not looked for everywhere: it would take too long.");
    if (log.sheet.prompts.none) out.push("The profile makes no messages: each event stands for itself.");
    if (log.sheet.prompts.rough && !log.sheet.prompts.ruled) out.push("Which events become one message is told by neighbours here: asking the version for every prompt would take too long.");
    if (at.earlier) out.push(`${plural(at.earlier, "item")} of earlier pages of the log come before these and are not shown.`);
    if (at.mark.rebuilt) out.push(`The head was moved: the view was rebuilt over the first ${plural(at.mark.rebuilt, "event")} and grew from there.`);
    const lost = log.sheet.folds ? x.entries.reduce((n, e) => n + e.parts.filter((p) => p.resume).length, 0) : 0;
    if (lost) out.push(`An agent resumed here would not have ${plural(lost, "event")} of these: see “a resume drops it”.`);
    if (at.mark.late) out.push(`The last ${plural(at.mark.late, "message")} of the user may have come while the model was answering; a recorded prompt would tell (traj project --prompts).`);
    return out.map((t) => h("p", { class: "sev-line sev-warning" }, t));
  },

  chips(log, x) {
    const counts = new Map();
    for (const e of x.entries) counts.set(e.mark, (counts.get(e.mark) || 0) + 1);
    return h("div", { class: "chips", role: "group", "aria-label": "show messages that are" }, Object.keys(signs).filter((m) => counts.get(m)).map((m) => h("button", { type: "button", class: "chip mark-" + m, "aria-pressed": String(!this.hide.has(m)),
      onclick: () => { if (!this.hide.delete(m)) this.hide.add(m); this.draw(log, this.row); } }, h("span", { class: "sign" }, signs[m]), `${num(counts.get(m))} ${m}`)));
  },

  /** growth shows how much text each mark has. */
  growth(log, x) {
    const sums = new Map();
    for (const e of x.entries) for (const p of e.parts) sums.set(e.mark, (sums.get(e.mark) || 0) + textLength(log, p.item));
    const total = [...sums.values()].reduce((a, b) => a + b, 0);
    if (!total) return null;
    return h("div", { class: "stack", role: "img", "aria-label": [...sums].map(([m, n]) => `${m}: ${num(n)} characters`).join(", ") },
      Object.keys(signs).filter((m) => sums.get(m)).map((m) => h("span", { class: "kindbar mark-" + m, style: { "flex-grow": String(sums.get(m)) }, title: `${m}: ${num(sums.get(m))} characters` })));
  },

  messages(log, x) {
    const shown = x.entries.filter((e) => !this.hide.has(e.mark)), out = [];
    for (let k = 0; k < shown.length;) {
      let n = 1;
      while (shown[k + n] && shown[k].mark === shown[k + n].mark && plainRun(shown[k]) && plainRun(shown[k + n])) n++;
      if (n > 9) {
        out.push(this.message(log, shown[k]), this.message(log, shown[k + 1]), this.rest(log, shown.slice(k + 2, k + n - 2)), this.message(log, shown[k + n - 2]), this.message(log, shown[k + n - 1]));
      } else for (let i = 0; i < n; i++) out.push(this.message(log, shown[k + i]));
      k += n;
    }
    return out;
  },

  /** rest stands for many messages of one mark until it is asked for. */
  rest(log, entries) {
    const box = h("div", { class: "rest mark-" + entries[0].mark });
    box.append(button(`${signs[entries[0].mark]} Show ${plural(entries.length, "more message")} ${entries[0].mark}`, () => box.replaceWith(growing(entries, (e) => this.message(log, e), 200))));
    return box;
  },

  message(log, e) {
    if (!e.parts.length) return h("p", { class: "msg mark-" + e.mark }, h("span", { class: "dim" }, ` ${e.index} A message that the version makes and the log does not hold.`));
    const rows = e.parts.map((p) => rowOfItem(p.item)), role = messageRole(log, e.parts[0].item), open = e.mark === "added" || e.mark === "merged";
    const remarks = e.parts.flatMap((p, i) => remarksOf(log, e, p, i));
    const box = h("details", { class: "msg mark-" + e.mark, open },
      h("summary", null, h("span", { class: "sign", title: e.mark }, signs[e.mark]), h("span", { class: "index" }, e.index >= 0 ? String(e.index) : "was " + e.was), h("b", { class: "role tone-" + log.tone(rows[0]) }, role),
        h("span", { class: "rows" }, rows.slice(0, 4).map((r, i) => [i > 0 && " ", ref(r)]), rows.length > 4 && ` +${rows.length - 4}`), h("span", { class: "why" }, h("span", { class: "markname" }, e.mark), remarks.length > 0 && [" – ", remarks]), h("bdi", { class: "says" }, e.parts[0].item < 0 ? oneLine((log.blocks(rows[0])[0] || { s: "" }).s) : log.line(rows[0]))));
    const fillIn = () => { if (box.children.length === 1) put(box, e.parts.map((p) => contents(rowOfItem(p.item)))); };
    if (open) fillIn();
    box.addEventListener("toggle", () => { if (box.open) fillIn(); });
    return box;
  },
});

const textLength = (log, item) => (log.blocks(rowOfItem(item)) || []).reduce((n, b) => n + b.s.length + (b.cut || 0) + (b.e || "").length, 0);
const plainRun = (e) => (e.mark === "kept" || e.mark === "forgotten" || e.mark === "dropped" || e.mark === "left") && e.parts.every((p) => !p.resume && !p.late);

const messageRole = (log, item) => {
  if (item < 0) return "user (summary)";
  const kind = log.kind(item);
  if (["result", "error", "reject"].includes(kind)) return "tool " + clean(log.tool(item));
  if (kind === "action") return "assistant";
  return clean(log.word("role", item)) || kind;
};

const remarksOf = (log, e, p, i) => {
  const out = [];
  const like = i > 0 && e.parts[i - 1].why === p.why && e.parts[i - 1].row === p.row;
  if (!like || e.mark === "merged") put2(out, whyWords(p, ref));
  if (p.late) put2(out, ["may have come while the model was answering"]);
  if (p.resume && log.sheet.folds) put2(out, [`a resume drops it: ${propertyWords(p.resume)}`]);
  return out;
};

const put2 = (out, words) => { if (words.length) { if (out.length) out.push("; "); out.push(...words); } };
