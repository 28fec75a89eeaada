import { expect, test } from 'vitest';
import { isDelivered, isNeeded } from './unneeded.ts';

test('[B2848] licenses of a package are never left out, in any place and spelling', () => {
  for (const path of [
    'LICENSE',
    'LICENSE.md',
    'license-mit.ts',
    'docs/LICENCE',
    'test/COPYING.txt',
    'NOTICE.md',
    'lib/vendor/Copyright',
    'OFL.txt',
    'share/AUTHORS.md',
  ])
    expect(isNeeded(path), path).toBe(true);
});

test.each([
  ['index.js', true],
  ['lib/test/run.cjs', true], // only folders of tests at the top
  ['dist/web.wasm', true],
  ['native/lib/postgresql/pg_trgm.so', true],
  ['native/share/postgresql/extension/pg_trgm--1.6.sql', true],
  ['files/noto-sans-latin-wght-normal.woff2', true],
  ['index.js.map', false],
  ['index.d.ts', false],
  ['src/index.ts', false],
  ['README.md', false],
  ['test/all.js', false],
  ['docs/guide.html', false],
  ['.github/workflows/ci.yml', false],
  ['native/lib/libpq.a', false],
  ['include/node/v8.h', false],
])('a running server reads %s of a package: %s', (path, isRead) => {
  expect(isNeeded(path)).toBe(isRead);
});

test.each([
  ['main.ts', true],
  ['demo/content/lesson.json', true],
  ['main.test.ts', false],
  ['platform/http/etags.pg.test.ts', false],
  ['testing/app.ts', false],
  ['startup/testing/x.ts', false],
])('of our own sources %s is delivered: %s', (path, is) => {
  expect(isDelivered(path)).toBe(is);
});
