"""Makes the Parquet files that the tests read, and the rows that must come out of them.

    pip install pyarrow pandas && python parquet_files.py FOLDER

The rows of rows-something.parquet are in rows.jsonl."""
import base64, datetime as dt, decimal, json, os, sys, uuid
import pyarrow as pa, pyarrow.parquet as pq, pandas as pd, numpy as np

out = sys.argv[1]

def frac(t, nanos=None):
    s = t.strftime("%H:%M:%S")
    us = t.microsecond * 1000 if nanos is None else nanos
    return s + (("." + "%09d" % us).rstrip("0") if us else "")

def plain(v, typ=None):
    if v is None: return None
    if isinstance(v, bool): return v
    if isinstance(v, float): return v if np.isfinite(v) else None
    if isinstance(v, (int, str)): return v
    if isinstance(v, bytes): return base64.b64encode(v).decode()
    if isinstance(v, decimal.Decimal):
        if typ.scale == 0: return int(v)
        if typ.precision <= 15: return float(v)
        digits = format(v, "f").rstrip("0").rstrip(".")
        return "0" if digits in ("-0", "") else digits
    if isinstance(v, pd.Timestamp):
        nanos = v.microsecond * 1000 + v.nanosecond
        return v.strftime("%Y-%m-%dT") + frac(v, nanos) + ("Z" if v.tzinfo else "")
    if isinstance(v, dt.datetime):
        if v.tzinfo: v = v.astimezone(dt.timezone.utc)
        return v.strftime("%Y-%m-%dT") + frac(v) + ("Z" if v.tzinfo else "")
    if isinstance(v, dt.date): return v.isoformat()
    if isinstance(v, dt.time): return frac(v)
    if isinstance(v, uuid.UUID): return str(v)
    if isinstance(v, dict): return {k: plain(x, typ.field(k).type) for k, x in v.items()}
    if isinstance(v, list):
        if pa.types.is_map(typ): return {str(k): plain(x, typ.item_type) for k, x in v}
        return [plain(x, typ.value_type) for x in v]
    raise TypeError(type(v))

def rows(table):
    return [{f.name: plain(r[f.name], f.type) for f in table.schema} for r in table.to_pylist()]

def save(name, table, expected=None, **kw):
    pq.write_table(table, f"{out}/{name}.parquet", **kw)
    with open(f"{out}/{name.split('-')[0]}.jsonl", "w") as f:
        for r in expected if expected is not None else rows(table):
            f.write(json.dumps(r, ensure_ascii=False) + "\n")

n = 60
words = ["alpha", "beta", "", "gämma", "delta delta", None, "日本", "alphabet"]
def column(i): return words[i % len(words)]
basic = pa.table({
    "i32": pa.array([None if i % 7 == 3 else i * i - 500 for i in range(n)], pa.int32()),
    "i64": pa.array([(-1) ** i * (i ** 9) for i in range(n)], pa.int64()),
    "f32": pa.array([i / 8 for i in range(n)], pa.float32()),
    "f64": pa.array([None if i % 5 == 0 else i / 3 for i in range(n)], pa.float64()),
    "flag": pa.array([None if i % 11 == 0 else i % 3 == 0 for i in range(n)], pa.bool_()),
    "text": pa.array([column(i) for i in range(n)]),
    "bytes": pa.array([bytes([i, 255 - i]) * (i % 4) for i in range(n)], pa.binary()),
    "fixed": pa.array([bytes([i, i, 255]) for i in range(n)], pa.binary(3)),
    "list": pa.array([None if i % 6 == 0 else list(range(i % 4)) for i in range(n)], pa.list_(pa.int64())),
})
for codec in ["none", "snappy", "gzip", "zstd", "lz4"]:
    for version in ["1.0", "2.0"]:
        save(f"basic-{codec}-v{version[0]}", basic, compression=codec, data_page_version=version)
save("basic-plain", basic, compression="none", use_dictionary=False)
save("basic-pages", basic, compression="snappy", data_page_size=64, write_batch_size=4, row_group_size=25, write_page_checksum=True)
flat = basic.drop_columns(["list"])
enc = {"i32": "DELTA_BINARY_PACKED", "i64": "DELTA_BINARY_PACKED", "f32": "BYTE_STREAM_SPLIT", "f64": "BYTE_STREAM_SPLIT",
       "flag": "RLE", "text": "DELTA_BYTE_ARRAY", "bytes": "DELTA_LENGTH_BYTE_ARRAY", "fixed": "DELTA_BYTE_ARRAY"}
save("flat-v2", flat, use_dictionary=False, column_encoding=enc, data_page_version="2.0", compression="zstd")
enc2 = dict(enc, i32="BYTE_STREAM_SPLIT", i64="BYTE_STREAM_SPLIT", fixed="BYTE_STREAM_SPLIT", text="DELTA_LENGTH_BYTE_ARRAY", bytes="DELTA_BYTE_ARRAY")
save("flat-v1", flat, use_dictionary=False, column_encoding=enc2, data_page_version="1.0", compression="none")

big = pa.table({"n": pa.array([i * 7919 % 100003 - 50000 for i in range(400)], pa.int64()),
                "s": pa.array([f"https://example.org/page/{i//10}/{i}" for i in range(400)])})
save("blocks", big, use_dictionary=False, column_encoding={"n": "DELTA_BINARY_PACKED", "s": "DELTA_BYTE_ARRAY"}, compression="zstd")

utc = dt.timezone.utc
when = dt.datetime(2024, 2, 29, 13, 14, 15, 123456)
D = decimal.Decimal
logical = pa.table({
    "date": pa.array([dt.date(2024, 2, 29), None, dt.date(1969, 12, 31)]),
    "ms": pa.array([when.replace(microsecond=123000), None, dt.datetime(1960, 1, 1)], pa.timestamp("ms")),
    "us": pa.array([when, None, dt.datetime(1960, 1, 1, 0, 0, 0, 5)], pa.timestamp("us")),
    "ns": pa.array([when, None, dt.datetime(1960, 1, 1)], pa.timestamp("ns")),
    "utc": pa.array([when, None, dt.datetime(1960, 1, 1)], pa.timestamp("us", tz="UTC")),
    "zoned": pa.array([when, None, dt.datetime(1960, 1, 1)], pa.timestamp("us", tz="Europe/Berlin")),
    "time32": pa.array([dt.time(1, 2, 3, 4000), None, dt.time(0)], pa.time32("ms")),
    "time64": pa.array([dt.time(1, 2, 3, 4), None, dt.time(23, 59, 59, 999999)], pa.time64("us")),
    "money": pa.array([D("12345.67"), None, D("-0.01")], pa.decimal128(9, 2)),
    "wide": pa.array([D("123456789012345678901234567890"), None, D("-7")], pa.decimal128(38, 0)),
    "huge": pa.array([D("1.5"), None, D("-1234567890.25")], pa.decimal256(50, 10)),
    "u8": pa.array([255, None, 0], pa.uint8()), "u16": pa.array([65535, None, 0], pa.uint16()),
    "u32": pa.array([4294967295, None, 0], pa.uint32()), "u64": pa.array([18446744073709551615, None, 0], pa.uint64()),
    "i8": pa.array([-128, None, 127], pa.int8()), "i16": pa.array([-32768, None, 1], pa.int16()),
    "half": pa.array(np.array([0.5, 1, -2.25], dtype=np.float16)),
    "nan": pa.array([float("nan"), float("inf"), 1.5]),
    "none": pa.array([None, None, None], pa.null()),
    "large": pa.array(["a", None, "c"], pa.large_string()),
    "word": pa.array(["x", "y", "x"]).dictionary_encode(),
})
save("logical", logical, compression="none")
save("decimals", pa.table({"small": logical["money"], "mid": pa.array([D("1.5"), None, D("-2.25")], pa.decimal128(15, 3))}), store_decimal_as_integer=True)

# Decimals of every width and way to store them, at the edges of what a double holds.
def decimals(precision, scale, count=40):
    top = 10 ** precision - 1
    unscaled = [0, 1, -1, top, -top, top // 3, 10 ** (precision - 1)] + [(i * 7919) ** 9 % (2 * top + 1) - top for i in range(count)]
    kind = pa.decimal128(precision, scale) if precision <= 38 else pa.decimal256(precision, scale)
    exact = decimal.Context(prec=100)
    return pa.array([None] + [D(u).scaleb(-scale, exact) for u in unscaled], kind)
exact = pa.table({f"d{p}_{s}": decimals(p, s) for p, s in
                  [(1, 1), (9, 2), (9, 9), (10, 3), (15, 0), (15, 1), (15, 15), (16, 1), (18, 2), (18, 18), (19, 4), (38, 0), (38, 10), (38, 38), (76, 0), (76, 30)]})
save("exact-fixed", exact, compression="zstd")
save("exact-integers", exact, compression="none", store_decimal_as_integer=True, use_dictionary=False)
save("exact-split", exact, compression="none", use_dictionary=False, column_encoding="BYTE_STREAM_SPLIT")
one = decimals(38, 10).to_pylist()
inner = pa.struct([("price", pa.decimal128(38, 10)), ("tags", pa.list_(pa.decimal128(38, 10))), ("big", pa.uint64())])
save("within", pa.table({
    "s": pa.array([{"price": v, "tags": [v, None, v], "big": 2 ** 64 - 1 - i} for i, v in enumerate(one)], inner),
    "l": pa.array([[{"price": v, "tags": [], "big": 2 ** 63 + i}, None] for i, v in enumerate(one)], pa.list_(inner)),
    "m": pa.array([[("k", v)] for v in one], pa.map_(pa.string(), pa.decimal128(38, 10))),
}), compression="zstd")

save("int96", pa.table({"at": logical["us"]}), use_deprecated_int96_timestamps=True)

js = pa.array(['{"a":[1,2.5,null]}', '"text"', None, '17'], pa.json_(pa.utf8()))
save("json", pa.table({"doc": js}), expected=[{"doc": {"a": [1, 2.5, None]}}, {"doc": "text"}, {"doc": None}, {"doc": 17}], store_schema=False)
ids = [uuid.UUID(int=i * 2**100 + 5) for i in range(3)]
save("uuid", pa.table({"id": pa.array([u.bytes for u in ids], pa.uuid())}), expected=[{"id": str(u)} for u in ids], store_schema=False)

nested = pa.table({
    "matrix": pa.array([[[1, 2], [], None, [3]], [], None, [[None]], [[4]]], pa.list_(pa.list_(pa.int32()))),
    "people": pa.array([
        [{"name": "Ada", "tags": ["x", None], "home": {"city": "London", "zip": 1}}, None, {"name": None, "tags": None, "home": None}],
        None, [], [{"name": "Bob", "tags": [], "home": {"city": None, "zip": None}}], [None]],
        pa.list_(pa.struct([("name", pa.string()), ("tags", pa.list_(pa.string())), ("home", pa.struct([("city", pa.string()), ("zip", pa.int32())]))]))),
    "map": pa.array([[("a", 1), ("b", None)], None, [], [("c", 3)], [("", 0)]], pa.map_(pa.string(), pa.int64())),
    "maps": pa.array([[[("a", [1, 2])], []], [], None, [None], [[("k", None), ("l", [])]]], pa.list_(pa.map_(pa.string(), pa.list_(pa.int32())))),
    "numbered": pa.array([[(1, "one")], None, [], [(2, None)], [(3, "x")]], pa.map_(pa.int32(), pa.string())),
    "deep": pa.array([{"a": {"b": {"c": [{"d": 1}]}}}, {"a": None}, None, {"a": {"b": {"c": None}}}, {"a": {"b": {"c": [None, {"d": None}]}}}],
        pa.struct([("a", pa.struct([("b", pa.struct([("c", pa.list_(pa.struct([("d", pa.int32())])))]))]))])),
    "required": pa.array([[1], [2, 3], [], [4], [5]], pa.list_(pa.field("item", pa.int32(), nullable=False))),
    "pair": pa.array([[1, 2], [3, 4], None, [5, 6], [7, 8]], pa.list_(pa.int32(), 2)),
    "dotted.name": pa.array([1, 2, 3, 4, 5]),
})
for v in ["1.0", "2.0"]:
    save(f"nested-v{v[0]}", nested, data_page_version=v, compression="snappy")
save("repeated-pages", pa.concat_tables([nested] * 6), data_page_size=16, write_batch_size=2, row_group_size=11, compression="gzip")
save("lists-old", nested.select(["matrix", "people"]), use_compliant_nested_type=False)
save("required", pa.table([pa.array([1, 2, 3]), pa.array(["a", "b", "c"])],
     schema=pa.schema([pa.field("n", pa.int64(), False), pa.field("s", pa.string(), False)])))
save("empty", nested.slice(0, 0))
save("nulls", pa.table({"s": pa.array([None] * 5, pa.string()), "l": pa.array([None] * 5, pa.list_(pa.int32()))}))
save("words", pa.table({"w": [f"word {i * 37 % 40}" for i in range(300)]}), compression="zstd")
save("long", pa.table({"t": ["abcdefgh" * 2000, "x", "yz" * 5000]}), compression="snappy")

# verl's rows as pandas writes them
def verl(i):
    return {"data_source": "math", "prompt": [{"role": "system", "content": "Think."}, {"role": "user", "content": f"What is {i} + {i}?"}],
            "ability": "math", "reward_model": {"ground_truth": str(2 * i), "style": "rule"},
            "extra_info": {"answer": f"It is {2*i}.", "index": i, "split": "train"}, "answer": str(2 * i),
            "messages": [{"role": "user", "content": f"What is {i} + {i}?"}, {"role": "assistant", "content": f"\\boxed{{{2*i if i % 3 else 1}}}"}]}
data = [verl(i) for i in range(12)]
pd.DataFrame(data, index=[f"r{i}" for i in range(12)]).to_parquet(f"{out}/verl.parquet")
with open(f"{out}/verl.jsonl", "w") as f:
    for r in data: f.write(json.dumps(r, ensure_ascii=False) + "\n")
frame = pd.DataFrame({"when": pd.to_datetime(["2024-01-01", None]), "cat": pd.Categorical(["a", "b"]), "n": pd.array([1, None], dtype="Int64"), "x": [1.5, float("nan")], "s": ["a", None]})
frame.to_parquet(f"{out}/pandas.parquet", compression="gzip")
with open(f"{out}/pandas.jsonl", "w") as f:
    f.write('{"when":"2024-01-01T00:00:00","cat":"a","n":1,"x":1.5,"s":"a"}\n{"when":null,"cat":"b","n":null,"x":null,"s":null}\n')
# What is refused: a compression, a row of too many values, a row of too much text
os.makedirs(f"{out}/refused", exist_ok=True)
pq.write_table(pa.table({"a": [1]}), f"{out}/refused/brotli.parquet", compression="brotli")
many = pa.array([[1], [None] * 2_100_000], pa.list_(pa.int32()))
pq.write_table(pa.table({"many": many}), f"{out}/refused/many.parquet", compression="zstd", data_page_size=1 << 30)
text = pa.array([["x"], ["abcdefghij" * 10_000] * 700], pa.list_(pa.string()))
pq.write_table(pa.table({"text": text}), f"{out}/refused/text.parquet", compression="zstd", write_statistics=False, store_schema=False)
