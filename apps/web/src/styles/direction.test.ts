import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const sheets = globSync('**/*.css', { cwd: root }).map((path) => ({ path, text: readFileSync(root + path, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '') }));

describe('people write in any script', () => {
  test('no style sheet turns a page: its `dir` does', () => {
    expect(sheets.filter(({ text }) => /\bdirection:\s*(ltr|rtl)/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('each block, field and part of a line takes its direction from its own words, and no style sheet takes that away', () => {
    const rule = sheets.find(({ path }) => path === 'styles/base.css')?.text.match(/:where\(([^)]*)\),\s*:where\(([^)]*)\)\s*\{\s*unicode-bidi: plaintext;/);
    const names = `${rule?.[1]}, ${rule?.[2]}`.split(',').map((name) => name.trim());
    for (const name of ['div', 'p', 'h1', 'h2', 'h3', 'li', 'td', 'th', 'dd', 'label', 'span', 'a', 'button', 'input', 'textarea', 'select', 'option'])
      expect(names).toContain(name);
    expect(sheets.filter(({ path, text }) => path !== 'styles/base.css' && text.includes('unicode-bidi')).map(({ path }) => path)).toEqual([]);
  });
});
