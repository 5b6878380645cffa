import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {formatReport, importSnapshot, readBuildFile} from './index.ts';

/** Builds the bundled sample's snapshot from its sources: `npm run sample`. Same sources, same bytes. */
const sample = join(dirname(fileURLToPath(import.meta.url)), '../../snapshots/sample');
const {recipes, as_of, trusted_confidence, lineage, release} = readBuildFile(join(sample, 'build.json'));
const report = await importSnapshot({
  recipes,
  out: join(sample, 'snapshot'),
  asOf: as_of,
  trustedConfidence: trusted_confidence,
  lineage,
  release,
  replace: true,
});
process.stdout.write(`${formatReport(report)}\n`);
