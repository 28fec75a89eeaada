// `npm run settings` writes the tables of settings of docs/operations.md. With --check it writes nothing and exits with 1 when
// they are not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Setting, settings, testSettings } from '@classwright/server/platform/settings/declared';
import { secrets } from '@classwright/server/platform/settings/read';

// Writes the tables of settings of docs/operations.md from the declarations that the server reads.

const settingsPage = fileURLToPath(new URL('../../docs/operations.md', import.meta.url));

const begin = '<!-- settings: written by `npm run settings` -->';
const end = '<!-- end of settings -->';

/** Returns the page with current tables. @throws Error when the page does not mark their place */
function writeSettings(page: string): string {
  const [before, , after] = page.split(new RegExp(`${begin}([^]*)${end}`));
  if (before === undefined || after === undefined) throw new Error(`docs/operations.md has no place for settings, from ${begin} to ${end}`);
  const files = secrets.map((name) => `\`${name}_FILE\``);
  const tables = [
    '| name | default | meaning |',
    '|---|---|---|',
    ...Object.entries<Setting<unknown>>(settings).map(([name, one]) => `| \`${name}\` | ${showDefault(one)} | ${one.meaning} |`),
    '',
    `A secret can be in a file: ${files.slice(0, -1).join(', ')} and ${files.at(-1)} each name a file with the value.`,
    '',
    '| name, for tests and trials | meaning |',
    '|---|---|',
    ...Object.entries(testSettings).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
  ];
  return `${before}${begin}\n\n${tables.join('\n')}\n\n${end}${after}`;
}

function showDefault({ shownDefault, fallback }: Setting<unknown>): string {
  if (shownDefault !== undefined) return shownDefault;
  if (fallback === null) return '–';
  if (typeof fallback === 'boolean') return fallback ? 'on' : 'off';
  if (fallback instanceof URL) return `\`${fallback.origin}\``;
  return String(fallback).includes('/') ? `\`${String(fallback)}\`` : String(fallback);
}

const page = readFileSync(settingsPage, 'utf8');
const current = writeSettings(page);
if (!process.argv.includes('--check')) writeFileSync(settingsPage, current);
else if (page !== current) {
  console.error('The tables of settings in docs/operations.md are not current. Run: npm run settings');
  process.exitCode = 1;
}
