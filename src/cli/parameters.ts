import type {z} from 'zod';

export interface Property {
  description?: string;
  enum?: string[];
  /** One value, or a list of them. */
  anyOf?: {enum?: string[]}[];
  default?: unknown;
  type?: string;
}

/** The JSON Schema of the parameters, from which a command's options are derived. */
export function propertiesOf(params: z.ZodObject): {properties: Record<string, Property>; required: readonly string[]} {
  const {properties = {}, required = []} = params.toJSONSchema({io: 'input', unrepresentable: 'any'}) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return {properties, required};
}

/** A summary or description as help shows it: a single sentence has no full stop, as in the texts of the other commands. */
export function helpText(text: string): string {
  return /[.!?] /.test(text) ? text : text.replace(/\.$/, '');
}

/** The help text of a parameter, positional or as an option. */
export function wordsOf({description = '', enum: only, anyOf = [], type}: Property, isRequired: boolean) {
  const choices = only ?? anyOf.find((one) => one.enum !== undefined)?.enum;
  return {
    describe: helpText(isRequired ? `${description} Required.` : description),
    ...(choices !== undefined && {choices}),
    // A switch can be given without a value; `false` or `--no-name` turns it off.
    type: type === 'boolean' ? ('boolean' as const) : ('string' as const),
    ...(type !== 'boolean' && {requiresArg: true}),
  };
}
