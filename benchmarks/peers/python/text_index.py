"""Full text in Tantivy: BM25 over one field with English stems, the document stored beside it."""

import json
import os
from importlib.metadata import version

import pyarrow.parquet as parquet
import tantivy


def load(rows, folder):
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("words", tokenizer_name="en_stem", index_option="freq")
    builder.add_bytes_field("document", stored=True)
    index = tantivy.Index(builder.build(), path=folder)
    writer = index.writer(heap_size=512 * 2**20, num_threads=2)
    file = parquet.ParquetFile(os.path.join(rows, "entity.parquet"))
    for batch in file.iter_batches(columns=["words", "document"]):
        for words, document in zip(*(column.to_pylist() for column in batch.columns)):
            writer.add_document(tantivy.Document(words=words, document=document.encode()))
    writer.commit()
    writer.wait_merging_threads()


def open(folder):
    index = tantivy.Index.open(folder)
    searcher = index.searcher()

    def text(params):
        query = index.parse_query(params["q"], ["words"])
        # Without the number of results, so that it may skip what cannot be among the best.
        hits = searcher.search(query, limit=25, count=False).hits
        return [json.loads(bytes(searcher.doc(address)["document"][0]))["id"] for _, address in hits]

    return f"Tantivy (tantivy-py {version('tantivy')})", {
        "one word": text,
        "two words": text,
        "four words": text,
    }
