"use strict";
// On paper every view is there at once, and the tree in plain lines.

const mostPrinted = 600;
const paperWidth = 720;

const printing = {
  el: null,

  start() {
    if (this.el || !app.log) return;
    const log = app.log;
    this.el = h("div", { id: "paper" });
    for (const view of app.views) {
      if (view.id === "xray" && app.view !== "xray") continue;
      const part = h("section", { class: "printed view-" + view.id });
      if (view.id === "tree") this.tree(log, part); else view.render(log, part);
      this.el.append(part);
    }
    byID("app").after(this.el);
    for (const view of [timeline, viewNamed("forgotten")]) if (view.box && this.el.contains(view.box)) view.draw();
  },

  tree(log, el) {
    const f = new Folding(log);
    f.update();
    const lines = f.lines.slice(0, mostPrinted);
    put(el, [h("h1", null, "Branch tree"), lines.map((l) => (l.rows.length > 1
      ? h("div", { class: "eventline" }, h("span", { class: "rownum" }, "#" + l.row), h("span", { class: "glyph" }, "⋮"), plural(l.rows.length, "event"))
      : h("div", { class: "eventline lane tone-" + log.tone(l.row), style: { "padding-left": 12 * Math.min(8, log.at("lane", l.row)) + "px" } }, h("span", { class: "rownum" }, "#" + l.row), h("span", { class: "glyph" }, log.glyph(l.row)), h("span", { class: "kind" }, clean(log.what(l.row))), h("span", { class: "tool" }, clean(log.tool(l.row))), badges(log, l.row), h("bdi", { class: "says" }, log.line(l.row).slice(0, 140))))),
      f.lines.length > lines.length && h("p", { class: "note" }, `${num(f.lines.length - lines.length)} more lines are on the page and not on paper.`)]);
  },

  end() {
    if (!this.el) return;
    this.el.remove();
    this.el = null;
    app.made.clear();
    follow();
  },
};

window.addEventListener("beforeprint", () => printing.start());
window.addEventListener("afterprint", () => printing.end());
