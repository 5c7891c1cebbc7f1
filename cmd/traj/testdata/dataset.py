"""Opens the dataset that foreign_test.go made with DuckDB, pyarrow and Polars,
and compares counts, sums and a join with what traj audit says of the logs."""

import collections
import hashlib
import json
import sys
from pathlib import Path

import duckdb
import polars as pl
import pyarrow.dataset as ds
import pyarrow.parquet as pq

DIR = Path(sys.argv[1])
DATASET = DIR / "dataset"
problems, compared = [], 0


def same(what, want, got):
    global compared
    compared += 1
    if want != got:
        problems.append(f"{what}: {str(got)[:300]}, want {str(want)[:300]}")


audit = json.loads((DIR / "audit.json").read_text())
logs, findings = audit["logs"], audit["findings"]
manifest = json.loads((DATASET / "_manifest.json").read_text())
rows = {t["name"]: t["rows"] for t in manifest["tables"]}

# The manifest is of what lies there.
for part in manifest["parts"]:
    for f in part["files"]:
        b = (DATASET / f["path"]).read_bytes()
        same(f["path"], (f["bytes"], f["sha256"]), (len(b), hashlib.sha256(b).hexdigest()))
listed = {f["path"] for p in manifest["parts"] for f in p["files"]}
same("files", listed, {str(p.relative_to(DATASET)) for p in DATASET.rglob("*.parquet")})

# What the audit says.
want = {
    "logs": len(logs),
    "events": sum(l["events"] for l in logs),
    "findings": len(findings),
    "by severity": dict(collections.Counter(f["severity"] for f in findings)),
    "by rule and format": sorted(collections.Counter((f["rule"], f["log"]) for f in findings).items()),
    "by format": dict(sorted(collections.Counter({k: sum(l["events"] for l in logs if l["format"] == k) for k in {l["format"] for l in logs}}).items())),
}
want["by format"] = {k: v for k, v in want["by format"].items() if v}

# DuckDB.
con = duckdb.connect()
for t in rows:
    con.sql(f"create view {t} as select * from read_parquet('{DATASET}/{t}/**/*.parquet', hive_partitioning = true)")
one = lambda q: con.sql(q).fetchall()[0][0]
for t, n in rows.items():
    same(f"duckdb: rows of {t}", n, one(f"select count(*) from {t}"))
same("duckdb: logs", want["logs"], one("select count(*) from logs"))
same("duckdb: events", want["events"], one("select sum(events) from logs"))
same("duckdb: events", want["events"], one("select count(*) from events"))
same("duckdb: findings", want["findings"], one("select count(*) from findings"))
same("duckdb: severities", want["by severity"], dict(con.sql("select severity, count(*) from findings group by 1").fetchall()))
same("duckdb: severities of logs", tuple(want["by severity"].get(s, 0) for s in ("error", "warning", "info")),
     con.sql("select sum(errors), sum(warnings), sum(infos) from logs").fetchall()[0])
same("duckdb: rules", want["by rule and format"], sorted(((r, l), n) for r, l, n in con.sql("select rule, log, count(*) from findings group by 1, 2").fetchall()))
same("duckdb: formats", want["by format"], dict(con.sql("select format, count(*) from events group by 1 order by 1").fetchall()))
same("duckdb: events by log, joined", 0, one(
    "select count(*) from logs l left join (select log, format, count(*) n from events group by 1, 2) e using (log, format) where l.events <> coalesce(e.n, 0)"))
same("duckdb: findings join events", sum(1 for f in findings if f["row"] is not None),
     one('select count(*) from findings f join events e on f.log = e.log and f."row" = e."row" and f.format = e.format'))
same("duckdb: ids", 0, one('select count(*) from findings f join events e on f.log = e.log and f."row" = e."row" and f.format = e.format where f.event_id <> e.id'))
same("duckdb: links join calls", rows["links"], one('select count(*) from links l join calls c on l.log = c.log and l.format = c.format and l.action_row = c."row"'))
for t in ("calls", "results", "links", "messages"):
    same(f"duckdb: {t} of logs", rows[t], int(one(f"select coalesce(sum({t}), 0) from logs")))

# pyarrow, and so pandas; Polars.
for t, n in rows.items():
    d = ds.dataset(DATASET / t, format="parquet", partitioning="hive")
    same(f"pyarrow: rows of {t}", n, d.count_rows())
    same(f"pyarrow: read_table of {t}", n, pq.read_table(DATASET / t).num_rows)
    same(f"polars: rows of {t}", n, pl.scan_parquet(DATASET / t, hive_partitioning=True).select(pl.len()).collect().item())
f = pl.scan_parquet(DATASET / "findings", hive_partitioning=True).collect()
same("polars: severities", want["by severity"], dict(f.group_by("severity").len().iter_rows()))
l = pl.scan_parquet(DATASET / "logs").collect()
same("polars: events", want["events"], l["events"].sum())
e = pl.scan_parquet(DATASET / "events", hive_partitioning=True).group_by("log", "format").len().collect()
j = l.filter(pl.col("events") > 0).join(e, on=["log", "format"], how="left")
same("polars: events by log, joined", j["events"].to_list(), j["len"].to_list())
t = pq.read_table(DATASET / "logs", columns=["events", "errors"])
same("pyarrow: sums", (want["events"], want["by severity"].get("error", 0)), tuple(sum(c.to_pylist()) for c in t.columns))

# Statistics and the bounds of row groups, as the page about datasets has them.
for path in listed:
    m = pq.read_metadata(DATASET / path)
    for g in range(m.num_row_groups):
        if m.row_group(g).num_rows > 65536:
            problems.append(f"{path}: a row group of {m.row_group(g).num_rows} rows")
        s = m.row_group(g).column(0).statistics
        if m.row_group(g).num_rows and (s is None or not s.has_min_max):
            problems.append(f"{path}: no statistics of the first column")

print(f"{compared} comparisons")
for p in problems:
    print(p)
sys.exit(bool(problems) or compared < 50)
