import {z} from 'zod';
import {named} from '../../schema/named.ts';

/** The stages of an asset, lowest first (numbered in ddl/day.sql). */
export const STAGES = ['research', 'preclinical', 'phase 1', 'phase 2', 'phase 3', 'filed', 'approved'] as const;

export const stage = named('Stage', z.enum(STAGES));

export function stageName(number: unknown): (typeof STAGES)[number] {
  return STAGES[Number(number)] ?? 'research';
}

/** The stage of an approval. */
export const APPROVED = STAGES.indexOf('approved');
