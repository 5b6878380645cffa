#!/usr/bin/env node
// Every query holds a thread of libuv's pool. Its size is read once, at first use, and an ES module's own code runs
// after that: so this entry is CommonJS, sets the size, and only then loads anything else.
process.env.UV_THREADPOOL_SIZE ??= '12';
// Node 22 and newer keep compiled code from one start to the next.
require('node:module').enableCompileCache?.();
void import('../dist/cli.js').then(
  ({main}) => main(process.argv.slice(2)),
  (error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const folder = require('node:path').dirname(__dirname);
    process.stderr.write(`biograph is not installed whole: run "npm install" in ${folder}. (${error.message})\n`);
    process.exitCode = 1;
  },
);
