"use strict";
// What is open: a log, a view of it, an event. The address after "#" says it
// all, so that going back and sharing a place work.

const app = {
  doc: JSON.parse(byID("document").textContent),
  log: null, // the open Log
  view: "",
  row: -1, // the chosen event, -1 for none
  views: [], // {id, name, count(log), render(log, el), select(row)}; each view adds itself
  logs: new Map(),
  made: new Map(), // by view: its element for the open log
};

/** logNumbered reads a log's data the first time it is asked for. */
const logNumbered = (n) => {
  if (!app.logs.has(n)) {
    const el = byID("log-" + n);
    if (!el) return null;
    const log = new Log(JSON.parse(el.textContent), n);
    log.prompts = new Prompts(log);
    app.logs.set(n, log);
  }
  return app.logs.get(n);
};

const addView = (view) => app.views.push(view);
const viewNamed = (id) => app.views.find((v) => v.id === id);

/** place is the address of a view, of an event where row is one. */
const place = (view, row = -1, log = app.log ? app.log.number : 0) => `#log/${log}/${view}${row >= 0 ? "/" + row : ""}`;

const go = (view, row = app.row) => { location.hash = place(view, row); };

/** choose changes the event and leaves the view. Not every step is a place to go back to. */
const choose = (row) => {
  history.replaceState(null, "", place(app.view, row));
  follow();
};

const readPlace = () => {
  const [, kind, n, view, row] = /^#(log)\/(\d+)(?:\/([a-z]+))?(?:\/(\d+))?$/.exec(location.hash) || [];
  if (!kind) return { log: app.doc.logs.length === 1 && byID("log-0") ? 0 : -1, view: "summary", row: -1 };
  return { log: Number(n), view: view || "summary", row: row === undefined ? -1 : Number(row) };
};

/** commandFor is what one types to see more of a log. */
const commandFor = (log, more = "") => `${app.doc.command} ${quoted(log.sheet.name)}${more} -o report.html`;

const quoted = (name) => (/^[\w./@:+-]+$/.test(name) ? name : "'" + clean(name).replace(/'/g, "'\\''") + "'");
