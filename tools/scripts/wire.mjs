// `npm run wire` writes the OpenAPI document of all calls and the schemas of all live events, as they are committed.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/wire/main.ts']);
