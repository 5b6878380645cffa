// For `node --import`: says on stderr each module that is loaded, as `loads URL`.
import {register} from 'node:module';

const hooks = `
import {writeSync} from 'node:fs';
export async function load(url, context, next) {
  writeSync(2, 'loads ' + url + '\\n');
  return next(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
