import {aggregate} from './aggregate.ts';
import {autocomplete} from './autocomplete.ts';
import {edges} from './edges.ts';
import {entities} from './entities.ts';
import {entity, entityBySlug} from './entity.ts';
import {exportRows} from './export.ts';
import {facets} from './facets.ts';
import {schema} from './schema.ts';
import {search} from './search.ts';
import {stats} from './stats.ts';

/** Every operation; library methods, commands, routes and tools are derived from this list. */
export const operations = [
  autocomplete,
  entities,
  search,
  exportRows,
  entity,
  entityBySlug,
  edges,
  aggregate,
  facets,
  schema,
  stats,
] as const;

export type Operations = typeof operations;
