// `npm run privacy` writes docs/privacy from the declarations of personal data, the usual terms and the settings. With --check
// it writes nothing and exits with 1 when the pages are not current.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPersonalData } from '../schema/check-personal-data.ts';
import { readFacts } from './facts.ts';
import { pages } from './pages.ts';

const folder = fileURLToPath(new URL('../../docs/privacy/', import.meta.url));
const facts = readFacts(await readPersonalData());
const written = new Map(Object.entries(pages).map(([name, write]) => [`${name}.md`, `${write(facts).trimEnd()}\n`]));

mkdirSync(folder, { recursive: true });
const present = readdirSync(folder);
if (!process.argv.includes('--check')) {
  for (const name of present) if (!written.has(name)) rmSync(`${folder}${name}`);
  for (const [name, text] of written) writeFileSync(`${folder}${name}`, text);
} else {
  const isCurrent = (name: string): boolean => present.includes(name) && readFileSync(`${folder}${name}`, 'utf8') === written.get(name);
  const outdated = [...new Set([...written.keys(), ...present])].filter((name) => !isCurrent(name));
  if (outdated.length > 0) {
    console.error(`docs/privacy is not current (${outdated.join(', ')}). Run: npm run privacy`);
    process.exitCode = 1;
  }
}
