// `npm run dev`: the command line from source, without a build.
import {main} from './main.ts';

await main(process.argv.slice(2));
