"use strict";
// The frame around the views: header, navigation, keys.

const shell = { main: null, nav: null, title: null, search: null };

const themes = ["auto", "light", "dark"];
const setTheme = (theme) => { document.documentElement.dataset.theme = theme; byID("theme").textContent = { auto: "◐", light: "○", dark: "●" }[theme]; byID("theme").setAttribute("aria-label", "colours: " + theme); };

const build = () => {
  shell.title = h("div", { class: "logtitle" });
  shell.search = h("input", { type: "search", id: "search", placeholder: "Search events   /", "aria-label": "search the text of events", autocomplete: "off", spellcheck: "false" });
  shell.nav = h("nav", { "aria-label": "views" });
  shell.main = h("main", { id: "main", tabindex: "-1" });
  detail.el = h("aside", { id: "detail", "aria-labelledby": "detail-title", hidden: true });
  byID("app").append(
    h("a", { class: "skip", href: "#main", onclick: (ev) => { ev.preventDefault(); shell.main.focus(); } }, "Skip to the view"),
    h("header", { class: "top" }, shell.title, shell.search, button("◐", () => { setTheme(themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % 3]); const v = viewNamed(app.view); if (v && v.id === "forgotten" && v.canvas) v.draw(); }, { id: "theme", title: "colours" }), button("?", () => byID("help").showModal(), { "aria-label": "keys", title: "keys (?)" })),
    h("div", { class: "body" }, shell.nav, shell.main, detail.el), help());
  setTheme("auto");
  let wait = 0;
  shell.search.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(() => search(shell.search.value.trim()), 120); });
  shell.search.addEventListener("keydown", (ev) => {
    if (ev.key === "Enter") { clearTimeout(wait); search(shell.search.value.trim()); tree.moveTo(0); tree.box.focus(); } else if (ev.key === "Escape") { shell.search.value = ""; search(""); shell.search.blur(); } else return;
    ev.preventDefault();
    ev.stopPropagation();
  });
};

/** search shows in the tree the events that hold a text. */
const search = (text) => {
  if (!app.log) return;
  app.log.folding = app.log.folding || new Folding(app.log);
  app.log.folding.query = text;
  if (app.view !== "tree") go("tree"), follow(); else tree.refresh();
  say(text ? plural(app.log.folding.matched, "event") + " found" : "");
};

const help = () => h("dialog", { id: "help", "aria-label": "keys" }, h("h2", null, "Keys"), h("dl", { class: "keys" }, [
  ["1 – 9", "a view"], ["/", "search the text of events"], ["j  k", "next and previous event of the view"], ["f  o", "next finding, next orphan"], ["x", "the prompt before the event"], ["t", "the event in the tree"], ["[  ]", "call before and after, in the X-ray"], ["↑ ↓ ← →", "in the tree: move, fold, unfold"], ["+  −  0", "zoom and fit, in tree and timeline"], ["Esc", "close the event"], ["?", "this list"],
].map(([k, t]) => h("div", null, h("dt", null, k), h("dd", null, t)))), h("form", { method: "dialog" }, h("button", { class: "button" }, "Close")),
h("p", { class: "dim" }, `${app.doc.tool.name} ${app.doc.tool.version}. This page asks no network.`));

const drawTitle = () => {
  const many = app.doc.logs.length > 1;
  put(clear(shell.title), [many && h("a", { href: "#all", class: "button" }, "All logs"), h("b", { title: app.log ? clean(app.log.sheet.name) : "" }, h("bdi", null, app.log ? clean(app.log.sheet.name) : "traj report"))]);
  document.title = (app.log ? clean(app.log.sheet.name) + " – " : "") + "traj report";
};

const drawNav = () => {
  clear(shell.nav);
  shell.nav.hidden = shell.search.hidden = !app.log;
  if (!app.log) return;
  app.views.forEach((v, i) => {
    const n = v.count ? v.count(app.log) : 0;
    shell.nav.append(h("a", { href: place(v.id, app.row), class: "tab" + (v.tone ? " " + v.tone(app.log) : ""), "aria-current": v.id === app.view ? "page" : null, title: `${v.name} (${i + 1})` }, h("span", null, v.name), n > 0 && h("span", { class: "count" }, num(n))));
  });
  if (shell.nav.scrollWidth > shell.nav.clientWidth) shell.nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
};

/** follow shows what the address names. */
const follow = () => {
  const to = readPlace();
  if (location.hash === "#all") to.log = -1;
  const log = to.log >= 0 ? logNumbered(to.log) : null, changed = log !== app.log;
  if (changed) { app.made.clear(); shell.search.value = ""; }
  const view = log ? (viewNamed(to.view) || viewNamed("summary")).id : "overview", turned = changed || view !== app.view || app.made.size === 0;
  Object.assign(app, { log, view, row: log && log.has(to.row) ? to.row : -1 });
  if (turned) turn(view);
  else if (log) { viewNamed(view).select?.(app.row); mark(); }
  detail.show(app.row);
  if (turned) { drawTitle(); drawNav(); } else for (const a of shell.nav.children) a.setAttribute("href", a.getAttribute("href").replace(/^(#log\/\d+\/[a-z]+).*/, "$1" + (app.row >= 0 ? "/" + app.row : "")));
};

/** turn shows a view; one that was made before is taken as it was. */
const turn = (id) => {
  const fresh = !app.made.has(id);
  if (fresh) {
    const el = h("div", { class: "view view-" + id });
    app.made.set(id, el);
    shell.main.replaceChildren(el);
    (app.log ? viewNamed(id) : overview).render(app.log, el);
  } else shell.main.replaceChildren(app.made.get(id));
  shell.main.scrollTop = 0;
  if (app.log) { if (id === "tree" && !fresh) tree.refresh(); viewNamed(id).select?.(app.row); mark(); }
};

/** mark shows which of the lines in a list is the chosen event. */
const mark = () => {
  for (const a of shell.main.querySelectorAll("a.eventline[aria-current]")) a.removeAttribute("aria-current");
  if (app.row >= 0) for (const a of shell.main.querySelectorAll(`a.eventline[href$="/${app.row}"]`)) a.setAttribute("aria-current", "true");
};

const nextOf = (rows) => { const list = rows.filter((r) => app.log.has(r)).sort((a, b) => a - b); return list.find((r) => r > app.row) ?? list[0]; };

const keys = {
  "/": () => shell.search.focus(),
  j: () => step(1), k: () => step(-1),
  f: () => { const r = nextOf([...app.log.found.keys()]); if (r !== undefined) go("findings", r); },
  o: () => { const r = nextOf([...app.log.orphans.keys()]); if (r !== undefined) go("orphans", r); },
  x: () => go("xray"), t: () => go("tree"),
  "[": () => byID("call-before")?.click(), "]": () => byID("call-after")?.click(),
  Escape: () => choose(-1),
};

document.addEventListener("keydown", (ev) => {
  if (ev.ctrlKey || ev.metaKey || ev.altKey || byID("help").open || /^(INPUT|SELECT|TEXTAREA)$/.test(ev.target.tagName)) return;
  if (ev.key === "?") byID("help").showModal();
  else if (!app.log) return;
  else if (/^[1-9]$/.test(ev.key) && app.views[ev.key - 1]) go(app.views[ev.key - 1].id);
  else if (keys[ev.key]) keys[ev.key]();
  else return;
  ev.preventDefault();
});

build();
window.addEventListener("hashchange", follow);
follow();
