// `npm run dev`: the command line from the sources, without a build.
import {main} from './main.ts';

await main(process.argv.slice(2));
