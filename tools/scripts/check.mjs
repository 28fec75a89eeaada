// `npm run check` checks types, lint, format, the rules of the house, and whether the committed schema and the page of
// coverage are current.
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';

await ensureInstalled();
process.exitCode = (await runChecks()).counts.failed > 0 ? 1 : 0;
