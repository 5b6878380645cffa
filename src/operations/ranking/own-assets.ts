import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {type Asset, HELD, type Holdings, orderedAssets} from '../analytics/asset-order.ts';
import type {Filters} from '../filters/filters.ts';
import {byLayer} from '../reading/layers.ts';
import {minorDrugs, OFF} from '../reading/minor-drugs.ts';
import {recordsOf} from '../records/document.ts';
import {endsOf, othersOf} from '../records/ends.ts';
import {APPROVED} from '../records/stages.ts';
import {WINDOW} from '../scoring/best-scored.ts';

/** The score of a trial that began four years ago (`scoresOf`): a drug without a later one is hardly worked on. */
const RECENT = 2 ** (-4 / 3);

/** The same of twelve years: what others copy (Humira, Eylea) is still its own for whom a trial or an approval is later. */
const OWN = 2 ** (-12 / 3);

/**
 * The drugs of the companies that some conditions name, as their dossier lists them: what they sell and work on most. What most others have as well, and
 * what nobody has begun a trial of for years, follows; what was given up or is no longer sold is last. Empty if the conditions name no company.
 */
export async function assetsOfOwner(context: Context, groups: Filters['groups']): Promise<readonly number[]> {
  const owner = groups.find(({name}) => name === 'organization')?.condition;
  const members = owner !== undefined && 'tied' in owner ? owner.tied.to : [];
  return ownAssets(
    context,
    members.filter((rid) => kindOfRid(rid) === 'company'),
  );
}

/** The same of some companies. */
export async function ownAssets(context: Context, companies: readonly number[]): Promise<readonly number[]> {
  if (companies.length === 0) return [];
  return context.generation.cache.remember(
    `own assets:${companies.join()}`,
    (rids) => 64 + 8 * rids.length,
    async () => {
      const ends = await endsOf(context, companies, HELD);
      const holdings: Holdings = {
        drugs: othersOf(ends.drugs),
        trials: othersOf(ends.trials),
        approvals: othersOf(ends.approvals),
      };
      if (holdings.drugs.length === 0) return [];
      const {first} = await orderedAssets(context, companies, holdings, 2 * WINDOW);
      const rids = first.map(({rid}) => rid);
      const [records, minor] = await Promise.all([
        recordsOf<{attributes?: Record<string, unknown>}>(context, rids),
        minorDrugs(context, rids),
      ]);
      const layerOf = ({rid, stage, latest}: Asset) => {
        const {development_status, marketing_status} = records.get(rid)?.attributes ?? {};
        if (development_status === 'discontinued' || marketing_status === OFF) return 2;
        return Number((minor.has(rid) && latest < OWN) || (stage < APPROVED && latest > 0 && latest < RECENT));
      };
      const layers = new Map(first.map((one) => [one.rid, layerOf(one)]));
      return byLayer(rids, (rid) => layers.get(rid) ?? 0);
    },
  );
}
