// A real ClickHouse out of the npm package chdb: its C function `chdb_query_cmdline` is `clickhouse local`, which knows SYSTEM START LISTEN.
// It asks nobody for a password and has no Keeper: for tests on this machine alone.
// node server.mjs FOLDER HTTP_PORT TCP_PORT [CONFIG_FILE]
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import ffi from 'ffi-rs';

const require = createRequire(import.meta.url);
const {open, load, DataType} = ffi;
const library = join(dirname(require.resolve('@chdb/lib-linux-x64-gnu')), 'libchdb.so');
const [folder, http, tcp, config] = process.argv.slice(2);
open({library: 'chdb', path: library});
const argv = [
  'clickhouse',
  ...(config === undefined ? [] : [`--config-file=${config}`]),
  '--path',
  folder,
  '--listen_host=127.0.0.1',
  `--http_port=${http}`,
  `--tcp_port=${tcp}`,
  '--query',
  // It lives as long as its one statement.
  'SYSTEM START LISTEN TCP; SYSTEM START LISTEN HTTP; SELECT sleepEachRow(3) FROM numbers(1000000000) SETTINGS function_sleep_max_microseconds_per_block=1000000000000000, max_block_size=1 FORMAT Null',
];
const result = load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [argv.length, argv],
});
const error = load({
  library: 'chdb',
  funcName: 'chdb_result_error',
  retType: DataType.String,
  paramsType: [DataType.External],
  paramsValue: [result],
});
process.stderr.write(`${error}\n`);
