"""Walks in Kuzu: entities as nodes, edges as one table of relations."""

import os
from importlib.metadata import version

import kuzu


def load(rows, folder):
    database = kuzu.Database(os.path.join(folder, "graph.kuzu"), buffer_pool_size=2 * 2**30)
    connection = kuzu.Connection(database, num_threads=2)
    path = lambda table: os.path.join(rows, f"{table}.parquet").replace("'", "\\'")
    connection.execute(
        "CREATE NODE TABLE entity (rid INT64 PRIMARY KEY, id STRING, kind STRING, slug STRING, name STRING)"
    )
    connection.execute("CREATE REL TABLE edge (FROM entity TO entity, relation STRING, observed INT64, confidence DOUBLE)")
    connection.execute(
        f"COPY entity FROM (LOAD FROM '{path('entity')}' RETURN CAST(rid AS INT64), id, kind, slug, name)"
    )
    connection.execute(
        f"COPY edge FROM (LOAD FROM '{path('edge')}' RETURN CAST(source AS INT64), CAST(target AS INT64), relation, observed, CAST(confidence AS DOUBLE))"
    )
    # Which entity an id is: it has an index on the primary key alone.
    connection.execute("CREATE NODE TABLE known (id STRING PRIMARY KEY, rid INT64)")
    connection.execute(f"COPY known FROM (LOAD FROM '{path('entity')}' RETURN id, CAST(rid AS INT64))")
    connection.close()
    database.close()


# Its own advice is to give statement and parameters together: preparing apart is deprecated.
START = "MATCH (k:known {id: $id}) RETURN k.rid"

WALK = """
    MATCH (a:entity {{rid: $rid}})-[:edge* SHORTEST 1..{depth}]-(n:entity)
    RETURN n.rid, n.id, n.kind, n.slug, n.name"""

AMONG = """
    MATCH (a:entity)-[e:edge]->(b:entity) WHERE a.rid IN $nodes AND b.rid IN $nodes
    RETURN a.rid, e.relation, b.rid, e.observed, e.confidence"""


def open(folder):
    database = kuzu.Database(os.path.join(folder, "graph.kuzu"), buffer_pool_size=512 * 2**20, read_only=True)
    connection = kuzu.Connection(database, num_threads=2)

    def hops(params, depth):
        rid = connection.execute(START, {"id": params["id"]}).get_next()[0]
        nodes = {rid: params["id"]}
        # The shortest path to each, so that a node reached twice goes on once.
        found = connection.execute(WALK.format(depth=depth), {"rid": rid})
        while found.has_next():
            row = found.get_next()
            nodes[row[0]] = row[1]
        edges = connection.execute(AMONG, {"nodes": list(nodes)}).get_all()
        return [*sorted(nodes.values()), f"{len(edges)} edges"]

    return f"Kuzu {version('kuzu')}", {
        "two hops": lambda params: hops(params, 2),
        "three hops": lambda params: hops(params, 3),
    }
