import type {Endpoint} from '../endpoint.ts';
import type {Operation} from '../operation.ts';

/**
 * An endpoint's own example as a command line.
 * @param predicates The parameter that is written as words, each one a predicate.
 */
export function example(
  {
    command,
    example: given,
    positional,
    isKept,
  }: Pick<Endpoint, 'command' | 'example' | 'positional'> & Pick<Operation, 'isKept'>,
  predicates?: string,
): string {
  // What is written for the operator of a graph has to name it.
  const words = ['biograph', command ?? '', ...(isKept === true ? ['--data', 'my-store'] : [])];
  const quoted = (value: unknown) => (/[^\w/.:-]/.test(String(value)) ? JSON.stringify(value) : String(value));
  for (const [name, value] of Object.entries(given)) {
    if (name === predicates) {
      for (const predicate of value as {field: string; operator: string; value: unknown}[])
        words.push(`"${predicate.field} ${predicate.operator} ${String(predicate.value)}"`);
    } else {
      const values = [value].flat().map(quoted);
      words.push(...(positional.includes(name) ? values : values.flatMap((one) => [`--${name}`, one])));
    }
  }
  return words.join(' ');
}
