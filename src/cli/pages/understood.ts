/** What was read of a text (schema/envelope.ts). */
export type Understood = {met?: boolean; met_by?: number} & Record<string, string | string[] | boolean | number>;

/** What a text search prefers by what it read in the text. */
export function preferredBy({met, met_by, untold, ...understood}: Understood): string[] {
  const said = Object.entries(understood).map(([name, value]) =>
    `${name.replace('_', ' ')} ${[value].flat().join(' or ')}`.replace('phase phase', 'phase'),
  );
  const all = met_by === undefined ? '' : ` (${met_by === 1 ? 'the first has' : `the first ${met_by} have`} all of it)`;
  // What nobody tells of is not what the others fail.
  const isFailed = met !== true && (untold === undefined || met_by === undefined);
  return [
    ...(said.length === 0 ? [] : [`${isFailed ? 'Nothing has all of' : 'Preferred'}: ${said.join(', ')}${all}.`]),
    ...(untold === undefined ? [] : [`No record tells: ${String(untold)}.`]),
  ];
}
