import {pythonPeer} from './python.ts';

/** A graph database in process: walks only. */
export const {load, open, size} = pythonPeer('walks');
