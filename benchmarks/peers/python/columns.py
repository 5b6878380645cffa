"""What scans and counts, in ClickHouse (chDB): sorted tables, no index beside them."""

import json
import os
from importlib.metadata import version

from chdb.session import Session

TABLES = {
    "entity": (
        "rid UInt32, id String, kind LowCardinality(String), recent Int64, document String",
        "rid",
    ),
    "edge": ("source UInt32, relation LowCardinality(String), target UInt32", "source, relation"),
    "reverse": ("target UInt32, relation LowCardinality(String), source UInt32", "target, relation"),
    "label": (
        "field LowCardinality(String), value LowCardinality(String), rid UInt32, kind LowCardinality(String), recent Int64",
        "field, value, kind, rid",
    ),
    "kind_label": (
        "kind LowCardinality(String), field LowCardinality(String), value LowCardinality(String)",
        "kind, field, value",
    ),
}

SOURCES = {"reverse": "edge", "kind_label": "label"}


def load(rows, folder):
    session = Session(os.path.join(folder, "data"))
    session.query("CREATE DATABASE IF NOT EXISTS peer")
    # Columns of Parquet are read as nullable otherwise, which a key cannot be.
    session.query("SET schema_inference_make_columns_nullable = 0")
    for table, (columns, order) in TABLES.items():
        names = ", ".join(column.split(" ")[0] for column in columns.split(", "))
        path = os.path.join(rows, f"{SOURCES.get(table, table)}.parquet").replace("'", "\\'")
        session.query(f"CREATE TABLE peer.{table} ({columns}) ENGINE = MergeTree ORDER BY ({order})")
        session.query(f"INSERT INTO peer.{table} SELECT {names} FROM file('{path}', Parquet)")
        session.query(f"OPTIMIZE TABLE peer.{table} FINAL")
    session.close()


FACETS = "SELECT field, value, count() FROM peer.kind_label WHERE kind = {kind:String} GROUP BY field, value"

AGGREGATE = """
    SELECT value, count() FROM peer.label
    WHERE field = 'modality' AND rid IN (
      SELECT rid FROM peer.label WHERE field = 'therapeutic_area' AND value = {area:String})
    GROUP BY value"""

FILTERED = """
    SELECT document FROM peer.entity
    WHERE rid IN (
      SELECT rid FROM peer.label
      WHERE field = 'target' AND value = {target:String} AND kind = {kind:String} AND rid IN (
        SELECT rid FROM peer.label WHERE field = 'therapeutic_area' AND value = {area:String})
      ORDER BY recent DESC, rid LIMIT 25)
    ORDER BY recent DESC, rid"""

WHITESPACE = """
    WITH own AS (
      SELECT rid FROM peer.label
      WHERE field = 'therapeutic_area' AND value = {area:String} AND kind IN ('paper', 'patent', 'trial', 'approval')),
    targets AS (
      SELECT rid, value FROM peer.label WHERE field = 'target' AND rid IN own),
    modalities AS (
      SELECT rid, value FROM peer.label WHERE field = 'modality' AND rid IN own)
    SELECT t.value, m.value, count() FROM targets t JOIN modalities m ON m.rid = t.rid
    WHERE t.value IN (SELECT value FROM targets GROUP BY value ORDER BY count() DESC, value LIMIT 20)
      AND m.value IN (SELECT value FROM modalities GROUP BY value ORDER BY count() DESC, value LIMIT 12)
    GROUP BY t.value, m.value"""

PATENTS = """
    SELECT count() FROM peer.label WHERE field = 'target' AND value = {target:String} AND kind = 'patent'"""

CONCENTRATION = """
    WITH own AS (SELECT rid FROM peer.label WHERE field = 'target' AND value = {target:String} AND kind = 'patent'),
    held AS (
      SELECT target AS holder, source AS patent FROM peer.edge WHERE source IN own AND relation = 'assigned_to'
      UNION ALL
      SELECT source, target FROM peer.reverse WHERE target IN own AND relation = 'invented'),
    counted AS (SELECT holder, uniqExact(patent) AS patents FROM held GROUP BY holder)
    SELECT e.kind AS kind, c.patents AS patents
    FROM counted c JOIN (SELECT rid, kind FROM peer.entity WHERE rid IN (SELECT holder FROM counted)) e ON e.rid = c.holder
    ORDER BY kind, patents DESC LIMIT 15 BY kind"""


def open(folder):
    session = Session(os.path.join(folder, "data"))

    def rows(statement, params):
        text = str(session.query(statement, "JSONCompactEachRow", params=params))
        return [json.loads(line) for line in text.splitlines()]

    def lines(found):
        return [" ".join(str(value) for value in row) for row in found]

    def facets(params):
        found = rows(FACETS, params)
        return sorted(lines(row for row in found if row[0] in ("modality", "therapeutic_area")))

    def concentration(params):
        [[patents]] = rows(PATENTS, params)
        return [f"{patents} patents", *lines(rows(CONCENTRATION, params))]

    return f"chDB {version('chdb')}", {
        "filtered": lambda params: [json.loads(document)["id"] for [document] in rows(FILTERED, params)],
        "facets": facets,
        "aggregate": lambda params: sorted(lines(rows(AGGREGATE, params))),
        "concentration": concentration,
        "whitespace": lambda params: sorted(lines(rows(WHITESPACE, params))),
    }
