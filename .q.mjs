import {DuckDBInstance} from '@duckdb/node-api';

const i = await DuckDBInstance.create(':memory:');
const c = await i.connect();
for (const q of process.argv.slice(2)) {
  try {
    const r = (await c.runAndReadAll(q)).getRowObjectsJson();
    for (const x of r) console.log(JSON.stringify(x));
  } catch (e) {
    console.log(String(e).slice(0, 600));
  }
}
