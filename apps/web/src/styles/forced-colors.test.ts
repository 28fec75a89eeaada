import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const sheets = globSync('**/*.css', { cwd: root }).map((path) => ({ path, text: readFileSync(root + path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '') }));
const FORCED = /@media \(forced-colors: active\) \{[^]*?\n\}/g;
const forcedOf = (text: string): string => (text.match(FORCED) ?? []).join('\n');

/** Attributes that say what is current, chosen or switched on. */
const MARK = /\[(aria-(?:selected|pressed|checked)='true'|aria-current(?:='page')?|data-(?:on|here|chosen|selected|current|active|picked))\]/g;

test('[B1559] in forced colors each thing that is current, chosen or switched on is marked, and each button has an edge', () => {
  const everywhere = forcedOf(sheets.find(({ path }) => path === 'styles/base.css')?.text ?? '');
  expect(everywhere).toMatch(/:where\(button\) \{\s*outline: 1px solid;/);
  const marked = (attribute: string, own: string): boolean => [everywhere, own].some((text) => text.includes(`[${attribute.replace("='page'", '')}]`));
  const unmarked = sheets.flatMap(({ path, text }) =>
    [...new Set([...text.replaceAll(FORCED, '').matchAll(MARK)].map(([, attribute]) => attribute ?? ''))]
      .filter((attribute) => !marked(attribute, forcedOf(text)))
      .map((attribute) => `${path}: ${attribute}`),
  );
  expect(unmarked).toEqual([]);
});
