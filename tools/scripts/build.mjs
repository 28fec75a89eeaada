// `npm run build` builds the web app for a server that is started with `node apps/server/src/main.ts`.
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled({ withTools: false });
console.log(`The web app is built in ${buildWeb()}.`);
