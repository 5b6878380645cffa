/**
 * The layout of a generation: a hash computed by layout.ts and written here by `npm run docs`. Readers refuse any other
 * layout.
 */
export const STORE_FORMAT = '14c47801fd03';

/**
 * The format in which a generation keeps the rows of its snapshot (ddl/raw.sql). Raise it when this version can no
 * longer read the rows of an earlier one. `biograph store upgrade` converts a generation of any layout whose rows it
 * can read.
 */
export const ROWS_FORMAT = 1;

/** First and last of the numbered layouts that kept rows in this format, from before layouts were hashes. */
export const NUMBERED_LAYOUTS = [26, 30] as const;
