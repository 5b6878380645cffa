import {pythonPeer} from './python.ts';

/** Full text only: the yardstick of the field. */
export const {load, open, size} = pythonPeer('text_index');
