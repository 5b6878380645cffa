import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {formatReport, importOptions, importSnapshot, readBuildFile} from './index.ts';

/** Builds the bundled sample's snapshot from its sources: `npm run sample`. Same sources, same bytes. */
const sample = join(dirname(fileURLToPath(import.meta.url)), '../../snapshots/sample');
const options = importOptions(readBuildFile(join(sample, 'build.json')));
const report = await importSnapshot({...options, out: join(sample, 'snapshot'), replace: true});
process.stdout.write(`${formatReport(report)}\n`);
