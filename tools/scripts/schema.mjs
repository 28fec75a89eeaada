// `npm run schema` writes the schema description and the row types after a new migration.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/schema/write.ts']);
