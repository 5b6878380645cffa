import {pythonPeer} from './python.ts';

/** ClickHouse in process: what scans and counts. */
export const {load, open, size} = pythonPeer('columns');
