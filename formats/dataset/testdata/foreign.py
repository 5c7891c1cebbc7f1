"""Writes nested Parquet files with pyarrow and with DuckDB, and beside each the
rows that it holds as JSON lines. What is null within a nested column is left
out of them. Usage: foreign.py DIR"""
import json
import os
import random
import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

out = sys.argv[1]
random.seed(3)
words = ["reed", "marsh", "heron \u2602", "mud\n", '"tide"', "\\", ""]


def text():
    return None if random.random() < 0.1 else " ".join(random.choices(words, k=random.randint(0, 40)))


def message(i):
    calls = None
    if random.random() < 0.4:
        calls = [{"id": f"c{i}.{k}", "function": {"name": "look", "arguments": json.dumps({"n": k})}} for k in range(random.randint(0, 3))]
    return {"role": random.choice(["user", "assistant", "tool"]), "content": text(), "tool_calls": calls, "seen": random.choice([None, 1, 2.5])}


def rows(n):
    for i in range(n):
        messages = None if random.random() < 0.05 else [message(i) for _ in range(random.randint(0, 9))]
        yield {"id": f"row {i}", "n": random.choice([None, i]), "k": random.randint(-2**31, 2**31 - 1), "ok": random.choice([None, True, False]), "tags": random.choice([None, [], ["a", None], ["b"]]),
               "grid": random.choice([None, [[1, 2], [], None], [[3]]]), "messages": messages}


def bare(v, top=True):
    if isinstance(v, dict):
        return {k: bare(x, False) for k, x in v.items() if top or x is not None}
    return [bare(x, False) for x in v] if isinstance(v, list) else v


def expect(name, data):
    with open(os.path.join(out, name + ".jsonl"), "w") as f:
        for row in data:
            f.write(json.dumps(bare(row), ensure_ascii=False) + "\n")


call = pa.struct([("id", pa.string()), ("function", pa.struct([("name", pa.string()), ("arguments", pa.string())]))])
said = pa.struct([("role", pa.string()), ("content", pa.string()), ("tool_calls", pa.list_(call)), ("seen", pa.float64())])
schema = pa.schema([("id", pa.string()), ("n", pa.int64()), ("k", pa.int32()), ("ok", pa.bool_()), ("tags", pa.list_(pa.string())), ("grid", pa.list_(pa.list_(pa.int32()))), ("messages", pa.list_(said))])
data = list(rows(3000))
table = pa.Table.from_pylist(data, schema)
for name, options in {
    "default": {}, "pages": {"data_page_size": 300, "row_group_size": 700, "write_batch_size": 10}, "plain": {"use_dictionary": False, "compression": "none"},
    "v2": {"data_page_version": "2.0", "compression": "zstd", "data_page_size": 1000}, "old": {"use_compliant_nested_type": False, "compression": "gzip"},
    "large": {"compression": "brotli"}, "lz4": {"compression": "lz4", "data_page_size": 3000}, "snappy": {"compression": "snappy", "data_page_version": "2.0"},
    "deltas": {"use_dictionary": False, "column_encoding": {"id": "DELTA_BYTE_ARRAY", "n": "DELTA_BINARY_PACKED", "k": "DELTA_BINARY_PACKED", "ok": "RLE",
               "messages.list.element.content": "DELTA_LENGTH_BYTE_ARRAY", "messages.list.element.seen": "BYTE_STREAM_SPLIT"}},
}.items():
    given = table if name != "large" else table.cast(pa.schema([pa.field(f.name, pa.large_string() if f.type == pa.string() else f.type) for f in schema]))
    pq.write_table(given, os.path.join(out, f"pyarrow-{name}.parquet"), **options)
    expect(f"pyarrow-{name}", table.to_pylist())

duck = duckdb.connect()
duck.register("t", table)
for name, options in {"default": "", "zstd": ", COMPRESSION zstd, ROW_GROUP_SIZE 2048", "v2": ", PARQUET_VERSION v2, COMPRESSION gzip", "lz4": ", COMPRESSION lz4_raw"}.items():
    path = os.path.join(out, f"duckdb-{name}.parquet")
    duck.execute(f"COPY (SELECT * FROM t) TO '{path}' (FORMAT parquet{options})")
    expect(f"duckdb-{name}", table.to_pylist())
