/** The layout of a generation: a hash of what makes it (layout.ts), which `npm run docs` writes here. A reader refuses another one. */
export const STORE_FORMAT = '92b920764033';

/**
 * How a generation keeps the rows of its snapshot (ddl/raw.sql). Raised when this version can no longer read what an earlier one kept;
 * a generation of any layout whose rows it can read is brought up to this one by `biograph store upgrade`.
 */
export const ROWS_FORMAT = 1;

/** Layouts with a number, of before they were hashes, that kept rows so: the first and the last. */
export const NUMBERED_LAYOUTS = [26, 30] as const;
