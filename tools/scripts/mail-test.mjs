// `npm run mail:test -- address` sends one email and says whether the mail server took it.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/send-test-mail.ts', ...process.argv.slice(2)]);
