// `npm run admin:link` creates a one-time link for an administrator who forgot the password.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/make-admin-link.ts', ...process.argv.slice(2)]);
