import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeChanges } from './changes.ts';
import { writeLicenses } from './licenses.ts';

const changelog = '# Changes\n\n## What a version means\n\nx\n\n## Unreleased\n\nsoon\n\n## 1.1.0 (2026)\n\nnew\n\n## 1.0.0\n\nold\n';

test('the notes of a release are the section of its version, after what is not released yet', () => {
  expect(writeChanges(changelog, '1.1.0')).toBe('# Classwright 1.1.0\n\n## Unreleased\n\nsoon\n\n## 1.1.0 (2026)\n\nnew\n');
  expect(writeChanges(changelog.replace('soon', ''), '1.0.0')).toBe('# Classwright 1.0.0\n\n## 1.0.0\n\nold\n');
});

test('a version without notes is not released', () => {
  expect(() => writeChanges(changelog, '1.2.0')).toThrow('no section of 1.2.0');
  expect(() => writeChanges(changelog, '1.1')).toThrow('no section of 1.1');
});

test('[B2848] the licenses of all packages are in one text: from their files, from their description, or by name alone', () => {
  const root = mkdtempSync(join(tmpdir(), 'classwright-licenses-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('NOTICE', 'our notice\n');
  write('tools/release/files/licenses-inside.txt', 'inside\n');
  write('node_modules/a/LICENSE.md', 'text of a');
  write('node_modules/a/vendor/COPYING', 'text of its vendor');
  write('node_modules/a/license.js', 'module.exports = 1');
  write('node_modules/a/node_modules/b/LICENSE', 'text of another b');
  write('node_modules/b/README.md', '# b\n\nIt is fast.\n\n## License\n\nMIT, by its author\n\n## Thanks\n\nto all');
  write('node_modules/c/README.md', '# c\n');
  const text = writeLicenses(
    root,
    ['a', 'b', 'c'].map((name) => ({ path: `node_modules/${name}`, isModule: true, locked: { version: '1.0.0', license: 'MIT' } })),
  );
  for (const words of ['our notice', 'inside', 'a 1.0.0\nLicense: MIT', 'text of a', 'text of its vendor', '## License\n\nMIT, by its author\n', 'c 1.0.0'])
    expect(text).toContain(words);
  for (const words of ['module.exports', 'another b', 'Thanks', 'It is fast']) expect(text).not.toContain(words);
  expect(text.match(/comes without a text/g)).toHaveLength(1);
});
