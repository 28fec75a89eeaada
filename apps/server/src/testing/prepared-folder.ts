import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, inject } from 'vitest';
import { leaveDemoWorkProducts } from './demo-work-products.ts';
import { startProductProcess } from './product-process.ts';
import { type ScratchConnection, withClient } from './scratch-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

const room = inject('roomForPrepared');
const [prepared, making, isMade] = [join(room, 'data'), join(room, 'making'), join(room, 'made')];

/** Files of tests run side by side: one of them makes it, the others wait. */
async function prepareOnce(): Promise<void> {
  while (!existsSync(isMade)) {
    try {
      mkdirSync(making);
    } catch {
      await sleep(100);
      continue;
    }
    await prepare().finally(() => rmSync(making, { recursive: true }));
  }
}

async function prepare(): Promise<void> {
  if (existsSync(isMade)) return;
  mkdirSync(prepared, { mode: 0o755 });
  const product = startProductProcess({ env: { DATA_DIR: prepared } });
  await product.running;
  await withClient(connectionOf(prepared), leaveDemoWorkProducts);
  const code = await product.end();
  if (code !== 0) throw new Error(`the product ended with ${code}:\n${product.output()}`);
  writeFileSync(isMade, '');
}

/** To the database that a start keeps in its data folder, past the product. */
export function connectionOf(folder: string): ScratchConnection {
  const { superuser } = JSON.parse(readFileSync(join(folder, 'database-passwords.json'), 'utf8')) as { superuser: string };
  return { host: join(folder, 'socket'), port: 5432, user: 'classwright', password: superuser, database: 'classwright' };
}

beforeAll(prepareOnce, 120_000);

/** A data folder as a first start left it, the demo school included, for tests of what comes after. Each gets a copy that goes with it. */
export function preparedFolder(folder = temporaryFolder()): string {
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}
