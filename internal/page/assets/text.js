"use strict";
// Text of a log as it may be shown: every character that steers, hides or
// turns text becomes a visible escape. Numbers, times and sizes in words.

const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;

const escapeOf = (c) => {
  const n = c.codePointAt(0);
  return n < 0x100 ? "\\x" + n.toString(16).padStart(2, "0") : "\\u{" + n.toString(16) + "}";
};

/** clean keeps line ends and tabs. */
const clean = (s) => String(s).replace(/\r\n/g, "\n").replace(steering, escapeOf);

/** oneLine is the beginning of a text without line ends. */
const oneLine = (s, most = 240) => {
  const cut = String(s).slice(0, most * 2).replace(/\s+/g, " ").trim();
  const line = clean(cut.slice(0, most));
  return cut.length > most || s.length > most * 2 ? line + "…" : line;
};

const grouped = new Intl.NumberFormat("en-US");
const num = (n) => grouped.format(n);
const plural = (n, one, many = one + "s") => num(n) + " " + (n === 1 ? one : many);

const bytes = (n) => {
  if (n < 1000) return n + " B";
  const units = ["kB", "MB", "GB", "TB"];
  let u = -1;
  do { n /= 1000; u++; } while (n >= 999.5 && u < units.length - 1);
  return (n < 10 ? n.toFixed(1) : Math.round(n)) + " " + units[u];
};

/** duration writes microseconds in at most two units. */
const duration = (us) => {
  if (us < 1000) return us + " µs";
  if (us < 1e6) return (us / 1000).toFixed(us < 1e4 ? 1 : 0) + " ms";
  let s = us / 1e6;
  if (s < 60) return s.toFixed(s < 10 ? 1 : 0) + " s";
  s = Math.round(s);
  const parts = [[Math.floor(s / 86400), "d"], [Math.floor(s / 3600) % 24, "h"], [Math.floor(s / 60) % 60, "min"], [s % 60, "s"]];
  const first = parts.findIndex(([n]) => n > 0);
  return parts.slice(first, first + 2).filter(([n]) => n > 0).map(([n, u]) => n + " " + u).join(" ");
};

/** stamp writes microseconds since 1970 as recorded, without regard to a zone. */
const stamp = (us, withDay = true) => {
  const iso = new Date(Math.floor(us / 1000)).toISOString();
  return (withDay ? iso.slice(0, 10) + " " : "") + iso.slice(11, 23);
};

const shortID = (id) => (id.length > 10 ? id.slice(0, 8) : id);
const percent = (part, whole) => (whole ? (100 * part / whole).toFixed(part && part / whole < 0.1 ? 1 : 0) + " %" : "0 %");
const words = (s) => s.replace(/[_-]/g, " ");
