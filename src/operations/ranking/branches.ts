import type {Context} from '../../context.ts';
import {kindOfRid} from '../../schema/rid.ts';
import {nameKey} from '../../text/words.ts';
import {headsOf} from '../records/group.ts';

/** Those of some companies that are branches: called as the head of their group is (Amgen Europe B.V., but not Genentech). */
export async function branchesAmong(context: Context, rids: readonly number[]): Promise<ReadonlySet<number>> {
  const heads = await headsOf(
    context,
    rids.filter((rid) => kindOfRid(rid) === 'company'),
  );
  const headers = await context.generation.lookups.headers(new Set([...heads.keys(), ...heads.values()]), context);
  const firstWord = (rid: number) => nameKey(JSON.parse(headers.get(rid)?.name ?? '""') as string).split(' ')[0] ?? '';
  return new Set([...heads].flatMap(([rid, head]) => (firstWord(rid) === firstWord(head) ? [rid] : [])));
}
