/** The layout of a generation. A reader refuses another one; `biograph store upgrade` makes this one of an older one. */
export const STORE_FORMAT = 30;

/** The first layout that keeps the snapshot's rows without loss, in views that are there to be read back (ddl/096_raw.sql). */
export const OLDEST_UPGRADABLE = 26;
