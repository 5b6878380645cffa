/** What may be meant by values of filters that no entity has, a sentence for each filter. */
export const meantInstead = (near: Record<string, readonly string[]>): string[] =>
  Object.entries(near).map(([name, values]) => {
    const unknown = `No entity has this ${name.replaceAll('_', ' ')}.`;
    return values.length === 0 ? unknown : `${unknown} Did you mean ${values.join(', ')}?`;
  });
