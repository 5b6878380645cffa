import {aggregate} from './aggregate.ts';
import {autocomplete} from './autocomplete.ts';
import {calendar} from './calendar.ts';
import {changes} from './changes.ts';
import {collaborators} from './collaborators.ts';
import {comparables} from './comparables.ts';
import {concentration} from './concentration.ts';
import {contact} from './contact.ts';
import {dossier} from './dossier.ts';
import {edges} from './edges.ts';
import {entities} from './entities.ts';
import {entity, entityBySlug} from './entity.ts';
import {experts} from './experts.ts';
import {exportRows} from './export.ts';
import {exportEdges} from './exportEdges.ts';
import {facets} from './facets.ts';
import {fundingAnalytics} from './fundingAnalytics.ts';
import {patentLandscape} from './patentLandscape.ts';
import {rankPeople} from './rankPeople.ts';
import {resolve, resolveInputs} from './resolve.ts';
import {schema} from './schema.ts';
import {search} from './search.ts';
import {similar} from './similar.ts';
import {stats} from './stats.ts';
import {traverse} from './traverse.ts';
import {whitespace} from './whitespace.ts';

/** Every operation; library methods, commands, routes and tools are derived from this list. */
export const operations = [
  autocomplete,
  entities,
  search,
  exportRows,
  exportEdges,
  entity,
  entityBySlug,
  edges,
  traverse,
  similar,
  aggregate,
  changes,
  facets,
  schema,
  stats,
  whitespace,
  concentration,
  patentLandscape,
  fundingAnalytics,
  rankPeople,
  experts,
  dossier,
  comparables,
  collaborators,
  calendar,
  resolve,
  resolveInputs,
  contact,
] as const;

export type Operations = typeof operations;
