import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startProductProcess } from './product-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

let prepared = '';
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'classwright-prepared-'));
  chmodSync(prepared, 0o755);
  const product = startProductProcess({ env: { DATA_DIR: prepared } });
  await product.running;
  const code = await product.end();
  if (code !== 0) throw new Error(`the product ended with ${code}:\n${product.output()}`);
}, 120_000);
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

/**
 * A data folder as a first start left it, the demo school included, for tests that are about what comes after. The start
 * is made once in a file of tests; each gets a copy that goes with it.
 */
export function preparedFolder(): string {
  const folder = temporaryFolder();
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}
