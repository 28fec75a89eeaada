import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createServerProcess } from '../platform/processes/index.ts';
import { startTestApp, type TestApp } from '../testing/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { computeCommonGround, requireCommonGround } from './common-ground.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const groundOf = (dataDir: string, messages = {}, language = 'en') => computeCommonGround({ dataDir, language, messages, hasBucket: false });
const quiet = { warn: () => undefined, error: () => undefined };

async function startOther(ground: ReturnType<typeof groundOf>): Promise<void> {
  const other = createServerProcess({ db: app.db, log: quiet, role: 'web', version: 'test', ground });
  await other.start();
  onTestFinished(() => other.stop());
}

test('a folder has one name, whoever asks and how often, and nothing else is left in it', () => {
  const folder = temporaryFolder();
  const ids = [1, 2, 3].map(() => groundOf(folder).folderId);
  expect(new Set(ids).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['folder-id']);
  expect(groundOf(temporaryFolder()).folderId).not.toBe(ids[0]);
});

test('a folder that is not there yet is made: with a database elsewhere nothing else has made it', () => {
  const folder = join(temporaryFolder(), 'data', 'of the school');
  expect(groundOf(folder).folderId).toBe(groundOf(folder).folderId);
  expect(readdirSync(folder)).toEqual(['folder-id']);
});

test('a process whose folder is not that of those at work does not start, and says what to do', async () => {
  const folder = temporaryFolder();
  await startOther(groundOf(folder));
  await requireCommonGround(app.db, groundOf(folder), quiet, 0);
  await expect(requireCommonGround(app.db, groundOf(temporaryFolder()), quiet, 0)).rejects.toThrow(
    /^Another process of this school, on .+, has another data folder\. Give all processes the same DATA_DIR, a folder that their machines share, or a bucket: an upload may come to any of them\.$/,
  );
});

test('with a bucket each may have a folder of its own', async () => {
  const withBucket = () => computeCommonGround({ dataDir: temporaryFolder(), language: 'en', messages: {}, hasBucket: true });
  await startOther(withBucket());
  await requireCommonGround(app.db, withBucket(), quiet, 0);
});

test('where nobody is at work any folder will do', async () => {
  await requireCommonGround(app.db, groundOf(temporaryFolder()), quiet, 0);
});

test('other words or another language are told to the log; the same in another order are the same', async () => {
  const folder = temporaryFolder();
  const told: string[] = [];
  const log = { warn: (_what: object, sentence: string) => void told.push(sentence) };
  await startOther(groundOf(folder, { 'common.save': 'Store', 'common.cancel': 'Leave' }));
  await requireCommonGround(app.db, groundOf(folder, { 'common.cancel': 'Leave', 'common.save': 'Store' }), log as never, 0);
  expect(told).toEqual([]);
  await requireCommonGround(app.db, groundOf(folder, { 'common.save': 'Keep' }), log as never, 0);
  await requireCommonGround(app.db, groundOf(folder, { 'common.save': 'Store', 'common.cancel': 'Leave' }, 'es'), log as never, 0);
  expect(told).toEqual(Array(2).fill(expect.stringContaining('another process of this school has other words or another language')));
});
