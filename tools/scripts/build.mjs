// `npm run build` builds the web app and the server, for a start with `node apps/server/src/main.ts`.
import { buildServer } from './lib/build-server.mjs';
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled({ withTools: false });
console.log(`The web app is built in ${await buildWeb()}.`);
const program = await buildServer();
if (program) console.log(`The server is built as ${program}.`);
else process.exitCode = 1;
