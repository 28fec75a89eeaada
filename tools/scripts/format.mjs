// `npm run format` formats every file.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot } from './lib/paths.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode([inRoot('node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'format', '--write', ...process.argv.slice(2), '.']);
