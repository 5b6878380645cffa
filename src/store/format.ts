/** The layout of a generation; a reader refuses another one and asks for a rebuild from the snapshot. */
export const STORE_FORMAT = 30;
