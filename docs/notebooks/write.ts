import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {executed, readNotebook} from '../../test/helpers/notebook.ts';

/** Runs the notebook of first steps on the sample and writes what its cells show into it: `npm run notebooks`. */
const file = join(import.meta.dirname, 'first-steps.ipynb');
writeFileSync(file, `${JSON.stringify(await executed(readNotebook(file)), null, 1)}\n`);
