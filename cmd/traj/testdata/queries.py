"""Runs the queries of foreign_test.go in DuckDB over a dataset, and compares the
answers with those of traj query."""

import json
import sys
from pathlib import Path

import duckdb

DIR = Path(sys.argv[1])
problems, compared = [], 0

con = duckdb.connect()
for t in json.loads((DIR / "dataset" / "_manifest.json").read_text())["tables"]:
    con.sql(f"CREATE VIEW {t['name']} AS SELECT * FROM read_parquet('{DIR}/dataset/{t['name']}/**/*.parquet', hive_partitioning = true)")
for q in json.loads((DIR / "queries.json").read_text()):
    try:
        rows = con.sql(q["sql"].replace("'dataset/", f"'{DIR}/dataset/").replace("'admission.json'", f"'{DIR}/admission.json'")).fetchall()
    except duckdb.Error as e:
        problems.append(f"{q['name']}: {e}")
        continue
    compared += 1
    if q["rows"] != len(rows):
        problems.append(f"{q['name']}: {len(rows)} rows, want {q['rows']}")
    got = sorted("" if r[0] is None else str(r[0]) for r in rows)
    if q["first"] is not None and q["first"] != got:
        problems.append(f"{q['name']}: the first column is {got}, want {q['first']}")

print(f"{compared} queries")
for p in problems:
    print(p)
sys.exit(bool(problems) or compared < 21)
