// `npm run doctor` examines settings, database, mail, files, broker, address and space, and says what to do.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/doctor.ts', ...process.argv.slice(2)]);
