import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serverFlags } from './server-flags.mjs';

/** 500 MB in pieces of an upload's size, each held for a moment. */
const PASS_THROUGH =
  'let at = 0; const held = []; const piece = () => { held[at % 400] = Buffer.alloc(65536); if (at++ < 8000) setImmediate(piece); }; piece()';

/** Counts full garbage collections in the meantime. */
const collections = (flags: readonly string[]): number =>
  (
    execFileSync(process.execPath, [...flags, '--trace-gc', '-e', PASS_THROUGH], {
      encoding: 'utf8',
    }).match(/Mark-Compact/g) ?? []
  ).length;

test('[B114] what passes through the server is seldom collected, with the Node that starts it', () => {
  expect(collections(serverFlags)).toBeLessThan(collections([]));
});

test('[B2999] the page on operations gives a start of one’s own, and a unit, these settings', () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  expect(page.split(serverFlags.join(' '))).toHaveLength(3);
});
