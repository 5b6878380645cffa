// The statements that run as files go beside the compiled code.
import {cpSync} from 'node:fs';

cpSync('src', 'dist', {recursive: true, filter: (path) => !/\.[a-z]+$/.test(path) || path.endsWith('.sql')});
