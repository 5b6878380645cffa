import {fileText} from './inline.ts';

/** The version of this package. */
export const VERSION: string = (JSON.parse(fileText('../package.json', import.meta.url)) as {version: string}).version;
