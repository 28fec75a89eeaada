// `npm run schools` lists the schools of the installation; it suspends, resumes and limits them.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/manage-schools.ts', ...process.argv.slice(2)]);
