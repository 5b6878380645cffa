import {GraphError} from '../../errors.ts';
import type {Kind} from '../../schema/kinds.ts';
import {kindOfRid} from '../../schema/rid.ts';

/** @throws GraphError `bad_request` if the entity is not of the kind that the operation is about. */
export function mustBe(rid: number, kind: Kind): void {
  const actual = kindOfRid(rid);
  if (actual !== kind)
    throw new GraphError('bad_request', `This operation needs a ${kind}; the entity is a ${actual}.`);
}
