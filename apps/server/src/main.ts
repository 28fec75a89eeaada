// The product as a process: `node apps/server/src/main.ts [--role web|jobs|all] [--web folder] [--program file]`. The program is
// the server bundled into one file, which starts sooner and needs less memory than its sources, read otherwise.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const at = process.argv.indexOf('--program');
const program = at === -1 ? undefined : process.argv[at + 1];
await import(program === undefined ? './product.ts' : pathToFileURL(resolve(program)).href);
