"""Reads the tables that foreign_test.go wrote with DuckDB, pyarrow and Polars,
and compares schema, counts, nulls, sums and every value with expected.json."""

import base64
import datetime
import json
import sys
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.json
import pyarrow.parquet as pq

DIR = Path(sys.argv[1])
EPOCH = datetime.datetime(1970, 1, 1)
problems, compared = [], 0

ARROW = {
    "bool": pa.bool_(), "int32": pa.int32(), "int64": pa.int64(), "float64": pa.float64(), "string": pa.string(),
    "word": pa.dictionary(pa.int8(), pa.string()), "binary": pa.binary(), "timestamp": pa.timestamp("us"),
    "list of string": pa.list_(pa.field("item", pa.string(), nullable=False)),
}
DUCK = {
    "bool": "BOOLEAN", "int32": "INTEGER", "int64": "BIGINT", "float64": "DOUBLE", "string": "VARCHAR", "word": "VARCHAR",
    "binary": "BLOB", "timestamp": "TIMESTAMP", "list of string": "VARCHAR[]",
}
POLARS = {
    "bool": pl.Boolean, "int32": pl.Int32, "int64": pl.Int64, "float64": pl.Float64, "string": pl.String, "word": pl.String,
    "binary": pl.Binary, "timestamp": pl.Datetime("us"), "list of string": pl.List(pl.String),
}


def problem(where, what):
    problems.append(f"{where}: {what}")


def plain(v):
    """A reader's value in the terms of expected.json."""
    if isinstance(v, datetime.datetime):
        d = v - EPOCH
        return (d.days * 86400 + d.seconds) * 1_000_000 + d.microseconds
    if isinstance(v, (bytes, bytearray, memoryview)):
        return base64.b64encode(bytes(v)).decode()
    return v


def size(v, kind):
    if kind == "list of string":
        return sum(len(s.encode()) for s in v)
    if kind in ("string", "word"):
        return len(v.encode())
    if kind == "binary":
        return len(base64.b64decode(v))
    if kind == "float64":
        return int(v * 8)
    return int(v)


def same(got, want):
    if isinstance(got, float) and isinstance(want, str):  # infinity, for which JSON has no number
        want = float(want)
    return got == want


def compare(where, want, columns):
    """columns: name -> list of values, as the reader gives them."""
    global compared
    for f in want["fields"]:
        values = [plain(v) for v in columns[f["name"]]]
        at = f"{where}, column {f['name']}"
        if len(values) != want["rows"]:
            problem(at, f"{len(values)} rows, want {want['rows']}")
            continue
        nulls = sum(v is None for v in values)
        if nulls != f["nulls"]:
            problem(at, f"{nulls} nulls, want {f['nulls']}")
        if want.get("cells") is None:
            total = sum(size(v, f["type"]) * (i % 97 + 1) for i, v in enumerate(values) if v is not None)
            if (total - f["sum"]) % 2**64:
                problem(at, f"sum {total}, want {f['sum']}")
        for i, (g, w) in enumerate(zip(values, want.get("cells", {}).get(f["name"], []))):
            if not same(g, w):
                problem(at, f"row {i} is {g!r}, want {w!r}")
                break
        compared += len(values)


def arrow_columns(table):
    return {n: table.column(n).to_pylist() for n in table.column_names}


def check_pyarrow(want, where, table, words=True):
    table.validate(full=True)
    for f, got in zip(want["fields"], table.schema):
        typ = ARROW[f["type"]]
        if f["type"] == "word" and not words:
            typ = pa.string()
        list_ok = pa.types.is_list(got.type) and pa.types.is_list(typ) and got.type.value_type == pa.string()
        if got.name != f["name"] or not (got.type == typ or list_ok) or got.nullable != f["nullable"]:
            problem(where, f"field {got}, want {f}")
        if table.column(f["name"]).null_count != f["nulls"]:
            problem(where, f"column {f['name']}: null_count {table.column(f['name']).null_count}, want {f['nulls']}")
    compare(where, want, arrow_columns(table))


def duck_columns(rel):
    rows = rel.fetchall()
    return {d[0]: [r[i] for r in rows] for i, d in enumerate(rel.description)}


def check_duck(want, where, rel):
    types = {n: str(t) for n, t in zip(rel.columns, rel.types)}
    for f in want["fields"]:
        got = types[f["name"]]
        if got != DUCK[f["type"]] and not (f["type"] == "word" and got.startswith("ENUM")):
            problem(where, f"column {f['name']} is {got}, want {DUCK[f['type']]}")
    compare(where, want, duck_columns(rel))


def check_polars(want, where, df):
    for f in want["fields"]:
        got = df.schema[f["name"]]
        if got != POLARS[f["type"]] and not (f["type"] == "word" and got in (pl.Categorical, pl.Enum)):
            problem(where, f"column {f['name']} is {got}, want {POLARS[f['type']]}")
    compare(where, want, {n: df[n].to_list() for n in df.columns})


def parquet(want, path):
    meta = pq.read_metadata(path)
    for g in range(meta.num_row_groups):
        for c in range(meta.num_columns):
            stats = meta.row_group(g).column(c).statistics
            if stats is not None and stats.has_null_count and stats.null_count < 0:
                problem(path, f"row group {g}, column {c}: null count {stats.null_count}")
    check_pyarrow(want, f"pyarrow {path.name}", pq.read_table(path), words=False)
    check_duck(want, f"duckdb {path.name}", duckdb.sql(f"select * from read_parquet('{path}')"))
    check_polars(want, f"polars {path.name}", pl.read_parquet(path))
    for f in want["fields"]:  # sums by the engine itself, which uses the statistics
        n = duckdb.sql(f"""select count("{f['name']}") from read_parquet('{path}')""").fetchall()[0][0]
        if n != want["rows"] - f["nulls"]:
            problem(path, f"duckdb counts {n} of {f['name']}")
        if f["type"] == "int32" and want["rows"]:
            low, high = duckdb.sql(f"""select min("{f['name']}"), max("{f['name']}") from read_parquet('{path}')""").fetchall()[0]
            k = duckdb.sql(f"""select count(*) from read_parquet('{path}') where "{f['name']}" = ?""", params=[high]).fetchall()[0][0]
            if high is not None and k == 0 or (low is None) != (high is None):
                problem(path, f"duckdb finds no {f['name']} = {high}, its maximum")


def arrow_file(want, path):
    with pa.memory_map(str(path)) as m:
        table = pa.ipc.open_file(m).read_all()
        check_pyarrow(want, f"pyarrow {path.name}", table)
        check_duck(want, f"duckdb {path.name}", duckdb.from_arrow(table))
    check_polars(want, f"polars {path.name}", pl.read_ipc(path))


def arrow_stream(want, path):
    check_pyarrow(want, f"pyarrow {path.name}", pa.ipc.open_stream(path.read_bytes()).read_all())
    check_polars(want, f"polars {path.name}", pl.read_ipc_stream(path))


def from_text(want, columns, where, apostrophes):
    """Undoes what CSV (and JSON) do to values: apostrophes, base64, lists."""
    out = {}
    for f in want["fields"]:
        values = columns[f["name"]]
        if apostrophes and f["type"] in ("string", "word", "binary", "list of string"):
            values = [v[1:] if v is not None and v.startswith("'") else v for v in values]
        if apostrophes and f["type"] == "list of string":
            values = [None if v is None else json.loads(v) for v in values]
        if f["type"] == "timestamp":
            values = [datetime.datetime.fromisoformat(v) if isinstance(v, str) else v for v in values]
        out[f["name"]] = values
    compare(where, want, out)


def csv(want, path):
    text = {"string", "word", "binary", "list of string"}
    arrow_types = {f["name"]: pa.string() if f["type"] in text else ARROW[f["type"]] for f in want["fields"]}
    table = pa.csv.read_csv(
        path, parse_options=pa.csv.ParseOptions(newlines_in_values=True),
        read_options=pa.csv.ReadOptions(block_size=1 << 26),
        convert_options=pa.csv.ConvertOptions(column_types=arrow_types, null_values=[""], strings_can_be_null=True, quoted_strings_can_be_null=False))
    from_text(want, arrow_columns(table), f"pyarrow {path.name}", True)
    duck_types = {f["name"]: "VARCHAR" if f["type"] in text else DUCK[f["type"]] for f in want["fields"]}
    rel = duckdb.read_csv(str(path), header=True, delimiter=",", quotechar='"', escapechar='"', dtype=duck_types,
                          na_values=[""], allow_quoted_nulls=False, max_line_size=1 << 24, parallel=False)
    from_text(want, duck_columns(rel), f"duckdb {path.name}", True)
    polars_types = {f["name"]: pl.String if f["type"] in text | {"timestamp"} else POLARS[f["type"]] for f in want["fields"]}
    df = pl.read_csv(path, schema=polars_types)
    from_text(want, {n: df[n].to_list() for n in df.columns}, f"polars {path.name}", True)


def without_infinities(want):
    want = json.loads(json.dumps(want))
    for f in want["fields"]:
        cells = want.get("cells", {}).get(f["name"], [])
        if f["type"] == "float64":
            f["nulls"] += sum(isinstance(v, str) for v in cells)
            cells[:] = [None if isinstance(v, str) else v for v in cells]
    return want


def jsonl(want, path):
    want = without_infinities(want)
    if want["rows"] == 0:
        if path.read_bytes():
            problem(path, "not empty")
        return
    types = {f["name"]: pa.string() if f["type"] in ("word", "binary") else ARROW[f["type"]] for f in want["fields"]}
    types.update({f["name"]: pa.list_(pa.string()) for f in want["fields"] if f["type"] == "list of string"})
    table = pa.json.read_json(path, read_options=pa.json.ReadOptions(block_size=1 << 26),
                              parse_options=pa.json.ParseOptions(explicit_schema=pa.schema(types.items())))
    from_text(want, arrow_columns(table), f"pyarrow {path.name}", False)
    duck_types = {f["name"]: "VARCHAR" if f["type"] == "binary" else DUCK[f["type"]] for f in want["fields"]}
    rel = duckdb.read_json(str(path), format="newline_delimited", columns=duck_types, maximum_object_size=1 << 26)
    from_text(want, duck_columns(rel), f"duckdb {path.name}", False)
    polars_types = {f["name"]: pl.String if f["type"] in ("binary", "timestamp") else POLARS[f["type"]] for f in want["fields"]}
    df = pl.read_ndjson(path, schema=polars_types)
    from_text(want, {n: df[n].to_list() for n in df.columns}, f"polars {path.name}", False)


READERS = {".parquet": parquet, ".arrow": arrow_file, ".arrows": arrow_stream, ".csv": csv, ".jsonl": jsonl}

tables = json.loads((DIR / "expected.json").read_text())
for want in tables:
    for ext, read in READERS.items():
        path = DIR / (want["name"] + ext)
        try:
            read(want, path)
        except Exception as e:  # a reader that refuses the file is a finding like any other
            problem(path.name, f"{type(e).__name__}: {str(e)[:600]}")
print(f"{len(tables)} tables, {compared} values compared; duckdb {duckdb.__version__}, pyarrow {pa.__version__}, polars {pl.__version__}")
if problems or not compared:
    print("\n".join(problems[:60]))
    sys.exit(1)
