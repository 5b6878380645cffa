import {z} from 'zod';
import {uuid} from '../../schema/entity.ts';

/** Parameters of a route about one key or webhook. */
export const byId = z.strictObject({id: uuid.describe('Its id.')});

/** The id used in examples. */
export const SOME = {id: '3bf7d782-6368-48b0-a176-b13f809fc382'};
