import {existsSync, readFileSync} from 'node:fs';
import type {Graph} from '../../src/index.ts';
import {type Gold, readGold} from './accuracy.ts';
import {foldedProducts} from './folded.ts';
import {drugAccuracy} from './gold-drugs.ts';
import {companyAccuracy, diseaseAccuracy, targetAccuracy} from './gold-names.ts';
import type {GoldFigures} from './gold-page.ts';
import type {Tables} from './snapshot.ts';
import {twins} from './twins.ts';

/** The lists of facts, the names that two entities bear, and every product merge. `data` is the folder of the public files, `report` that of the import. */
export async function goldFigures(
  graph: Graph,
  tables: Tables,
  {data, report, gold = readGold()}: {data: string; report: string; gold?: Gold},
): Promise<GoldFigures> {
  const {ambiguous} = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as {ambiguous: {first: {kind: string; name: string; keys: string[]}[]}})
    : {ambiguous: {first: []}};
  return {
    accuracies: [
      ...(await drugAccuracy(graph, tables, gold.drugs)),
      ...(await companyAccuracy(graph, tables, gold.companies)),
      ...(await targetAccuracy(graph, tables, gold.targets)),
      ...(await diseaseAccuracy(graph, tables, gold.diseases)),
    ],
    twins: await twins(tables, ambiguous.first),
    folded: await foldedProducts(tables, data),
  };
}
