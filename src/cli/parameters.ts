import type {z} from 'zod';

export interface Property {
  description?: string;
  enum?: string[];
  /** One value, or a list of them. */
  anyOf?: {enum?: string[]}[];
  default?: unknown;
  type?: string;
}

/** What a command's options follow from: the JSON Schema of the parameters. */
export function propertiesOf(params: z.ZodObject): {properties: Record<string, Property>; required: readonly string[]} {
  const {properties = {}, required = []} = params.toJSONSchema({io: 'input', unrepresentable: 'any'}) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return {properties, required};
}

/** What help says of a parameter, by position or as an option. */
export function wordsOf({description = '', enum: only, anyOf = [], type}: Property, isRequired: boolean) {
  const choices = only ?? anyOf.find((one) => one.enum !== undefined)?.enum;
  return {
    describe: isRequired ? `${description} Required.` : description,
    ...(choices !== undefined && {choices}),
    // A switch may stand alone, and says `false` or `--no-name` to turn off what is on.
    type: type === 'boolean' ? ('boolean' as const) : ('string' as const),
    ...(type !== 'boolean' && {requiresArg: true}),
  };
}
