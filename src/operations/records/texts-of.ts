/** The texts of a list in an entity's attributes, which sources write as they like: none if it is no list of texts. */
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
