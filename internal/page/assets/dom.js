"use strict";
// Elements are made here and nowhere else, and text enters them as text nodes:
// nothing of a log is ever read as markup. Links lead to anchors of the page.

const svgSpace = "http://www.w3.org/2000/svg";

/** fill sets properties and appends children: elements, strings, lists. */
const fill = (el, props, children) => {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [name, v] of Object.entries(value)) el.style.setProperty(name, v);
    else if (key === "data") for (const [name, v] of Object.entries(value)) el.dataset[name] = v;
    else if (key === "href") { if (String(value).startsWith("#")) el.setAttribute("href", value); }
    else el.setAttribute(key, value === true ? "" : value);
  }
  put(el, children);
  return el;
};

const put = (el, children) => {
  for (const c of children) {
    if (c === null || c === undefined || c === false) continue;
    if (Array.isArray(c)) put(el, c);
    else el.append(c instanceof Node ? c : document.createTextNode(c));
  }
};

const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
const s = (tag, props, ...children) => fill(document.createElementNS(svgSpace, tag), props, children);
const clear = (el) => { el.replaceChildren(); return el; };
const byID = (id) => document.getElementById(id);

const button = (label, onclick, props = {}) => h("button", { type: "button", onclick, ...props }, label);

/** say tells a screen reader, and nobody else. */
const say = (text) => { byID("live").textContent = text; };

/** section is a titled part of a view. */
const section = (title, note, ...children) => h("section", { class: "part" }, h("h2", null, title), note && h("p", { class: "note" }, note), ...children);

/** table makes a table; cells are strings, elements, or {n: number shown right}. */
const table = (heads, rows, props = {}) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": props.label || "table" },
  h("table", props, h("thead", null, h("tr", null, heads.map((t) => h("th", { scope: "col", class: t.n ? "n" : null }, t.n || t)))),
    h("tbody", null, rows.map((cells) => h("tr", null, cells.map(cell))))));

const cell = (c) => (c && c.n !== undefined ? h("td", { class: "n" }, c.n) : h("td", null, c));

/** facts is a list of names and values; those without a value are left out. */
const facts = (list) => h("dl", { class: "facts" }, list.filter(([, v]) => v !== null && v !== undefined && v !== "" && v !== false)
  .map(([k, v]) => h("div", null, h("dt", null, k), h("dd", null, v))));

/** chooser is a row of buttons of which one is pressed. */
const chooser = (label, choices, now, pick) => h("div", { class: "chooser", role: "group", "aria-label": label },
  choices.map(([value, text, count]) => h("button", { type: "button", "aria-pressed": String(value === now), onclick: () => pick(value) },
    text, count !== undefined && h("span", { class: "count" }, num(count)))));

/** growing lists rows piece by piece: a long list costs what is looked at. */
const growing = (rows, make, first = 100) => {
  const list = h("div", { class: "growing" });
  const more = h("div", { class: "more" });
  let shown = 0;
  const show = (n) => {
    const from = shown;
    shown = Math.min(rows.length, shown + n);
    list.append(...rows.slice(from, shown).map(make));
    clear(more);
    if (shown < rows.length) more.append(button(`Show ${num(Math.min(300, rows.length - shown))} more of ${num(rows.length - shown)}`, () => show(300)));
    return list.children[from];
  };
  show(first);
  return h("div", null, list, more);
};

/** later is a box that opens, filled when it does so first. */
const later = (title, make, cls = "doc") => {
  const box = h("details", { class: cls }, h("summary", null, title));
  box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) put(box, [make()]); });
  return box;
};
