import {completable, type McpServer, ResourceNotFoundError, ResourceTemplate} from '@modelcontextprotocol/server';
import {z} from 'zod';
import {GraphError} from '../errors.ts';
import type {Graph} from '../graph.ts';
import type {Operation} from '../operation.ts';
import {entity} from '../operations/entity.ts';
import {KINDS, type Kind} from '../schema/kinds.ts';
import {type OnError, shielded} from './shield.ts';
import {fitting} from './tools.ts';

const startsWith = (names: readonly string[], typed: string) =>
  names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase())).slice(0, 100);

/** Every entity as `biograph://kind/slug`, and prompts for common first questions. */
export function addResources(server: McpServer, graph: Graph, onError: OnError): void {
  server.registerResource(
    'entity',
    new ResourceTemplate('biograph://{kind}/{slug}', {
      list: undefined,
      complete: {
        kind: (typed) => startsWith(KINDS, typed),
        slug: async (typed, context) => {
          const kind = context?.arguments?.kind;
          if (typed.length === 0 || (kind !== undefined && !(KINDS as readonly string[]).includes(kind))) return [];
          const {suggestions} = await graph.autocomplete({
            q: typed.replaceAll('-', ' '),
            limit: 20,
            ...(kind !== undefined && {kind: kind as Kind}),
          });
          return suggestions.map(({slug}) => slug);
        },
      },
    }),
    {
      title: 'Entity',
      description: 'One complete entity, with the provenance of each field.',
      mimeType: 'application/json',
    },
    async (uri, {kind, slug}) => {
      const entity_id = `${String(kind)}/${unescaped(String(slug))}`;
      const {answer, meta} = await shielded(
        () => fitting(entity as unknown as Operation, graph, {entity_id}),
        onError,
      ).catch((error: unknown) => {
        throw error instanceof GraphError && error.status < 500
          ? new ResourceNotFoundError(uri.href, error.message)
          : error;
      });
      return {
        contents: [{uri: uri.href, mimeType: 'application/json', text: JSON.stringify(answer)}],
        _meta: {...meta},
      };
    },
  );
  addPrompts(server, graph);
}

/** Decodes a slug from a URI; a malformed one is left unchanged, and leads to no entity. */
function unescaped(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

function addPrompts(server: McpServer, graph: Graph): void {
  const names = (kind: Kind) => async (typed: string | undefined) =>
    typed === undefined || typed === ''
      ? []
      : (await graph.autocomplete({q: typed, kind, limit: 20})).suggestions.map(({name}) => name);
  const ask = (text: string) => ({messages: [{role: 'user' as const, content: {type: 'text' as const, text}}]});
  const honest =
    'Name your sources by their kind/slug, repeat the caveats of each answer, and say what the graph does not contain.';
  server.registerPrompt(
    'dossier',
    {
      title: 'Company dossier',
      description: 'What a company does, how far it has come, and its closest peers.',
      argsSchema: z.object({company: completable(z.string().describe('Name of a company'), names('company'))}),
    },
    ({company}) =>
      ask(
        `Find the company "${company}" with search_entities (kind company), then write a one-page dossier from dossier, comparables and catalyst_calendar. ${honest}`,
      ),
  );
  server.registerPrompt(
    'landscape',
    {
      title: 'Landscape of a target',
      description: 'Who works on a target, with which modalities, and where nobody is active.',
      argsSchema: z.object({
        target: completable(z.string().describe('HGNC symbol or name of a target'), names('target')),
      }),
    },
    ({target}) =>
      ask(
        `Describe the landscape of ${target}: modalities with aggregate (field modality, target ${target}), patents with concentration, people with rank_people, and empty cells with whitespace. ${honest}`,
      ),
  );
  server.registerPrompt(
    'who-is-who',
    {
      title: 'Who is who in an area',
      description: 'Leading and rising researchers of a therapeutic area and how they are connected.',
      argsSchema: z.object({area: z.string().describe('Therapeutic area, for example oncology')}),
    },
    ({area}) =>
      ask(
        `List the leading and the rising researchers of ${area} with rank_people (therapeutic_area ${area}), and for the first five their collaborators. ${honest}`,
      ),
  );
}
