import {z} from 'zod';

const names = new WeakMap<z.core.$ZodType, string>();

/** Names a schema in interface descriptions, which then contain it once, however many answers use it. */
export function named<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  names.set(schema, name);
  return schema;
}

export type Json = Record<string, unknown>;

/**
 * JSON Schemas of an interface description: named schemas are collected in `definitions` and referenced.
 * @param prefix Where the document keeps them, such as `#/components/schemas/`.
 */
export class JsonSchemas {
  readonly definitions: Record<string, Json> = {};
  readonly #prefix: string;
  readonly #own = new Map<z.core.$ZodType, string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** @param name The schema's name here, if it has none of its own. */
  of(schema: z.ZodType, io: 'input' | 'output', name?: string): Json {
    if (name !== undefined && !names.has(schema)) this.#own.set(schema, name);
    const metadata = {
      get: (one: z.core.$ZodType) => {
        const id = this.#own.get(one) ?? names.get(one);
        return {...z.globalRegistry.get(one), ...(id !== undefined && {id})};
      },
      has: () => true,
    } as unknown as typeof z.globalRegistry;
    const {$schema: _, $defs = {}, ...rest} = z.toJSONSchema(schema, {io, unrepresentable: 'any', metadata}) as Json;
    for (const [id, definition] of Object.entries($defs as Record<string, Json>)) {
      const {id: __, ...said} = this.#linked(definition) as Json;
      this.definitions[id] = said;
    }
    return this.#linked(rest) as Json;
  }

  /**
   * The schema of a body. Defaults of its fields are described in words, because generators assume that a field with a
   * default is always present.
   */
  body(schema: z.ZodType, name: string): Json {
    const reference = this.of(schema, 'input', name);
    const {properties = {}} = (this.definitions[name] ?? {}) as {properties?: Record<string, Json>};
    for (const property of Object.values(properties)) {
      if (property.default === undefined) continue;
      const {description = '', default: fallback} = property;
      delete property.default;
      if (!/default/i.test(String(description)) && fallback !== null)
        property.description = `${description} Default: ${JSON.stringify(fallback)}.`.trim();
    }
    return reference;
  }

  #linked(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#linked(one));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        // The bounds of JavaScript's whole numbers need not be stated.
        .filter(([, one]) => one !== Number.MAX_SAFE_INTEGER && one !== Number.MIN_SAFE_INTEGER)
        .map(([key, one]) => [
          key,
          key === '$ref' && typeof one === 'string' ? one.replace('#/$defs/', this.#prefix) : this.#linked(one),
        ]),
    );
  }
}
