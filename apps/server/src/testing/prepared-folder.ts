import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, inject } from 'vitest';
import { deleteDemoWorkProducts } from './demo-work-products.ts';
import { startProductProcess } from './product-process.ts';
import { type ScratchConnection, withClient } from './scratch-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

const room = inject('roomForPrepared');
const [prepared, making, isMade] = [join(room, 'data'), join(room, 'making'), join(room, 'made')];

/** Prepares the folder once. Test files run in parallel: one of them creates it, the others wait. */
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
  await withClient(connectionOf(prepared), deleteDemoWorkProducts);
  const code = await product.end();
  if (code !== 0) throw new Error(`the product ended with ${code}:\n${product.output()}`);
  writeFileSync(isMade, '');
}

/** Returns the connection to the database in a data folder, without the product. */
export function connectionOf(folder: string): ScratchConnection {
  const { superuser } = JSON.parse(readFileSync(join(folder, 'database-passwords.json'), 'utf8')) as { superuser: string };
  return { host: join(folder, 'socket'), port: 5432, user: 'classwright', password: superuser, database: 'classwright' };
}

beforeAll(prepareOnce, 120_000);

/**
 * Returns a data folder in its state after a first start, including the demo school, for tests of later events. Each
 * gets a copy that is deleted with it.
 */
export function preparedFolder(folder = temporaryFolder()): string {
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}
