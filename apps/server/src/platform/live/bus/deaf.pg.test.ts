import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createLog } from '../../log.ts';
import { createBus } from './index.ts';
import { openDeafLine } from './testing/deaf-line.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

async function listWarnings(connection: TestDatabase['connection']): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const bus = createBus({ broker: null, installation: 'none', connection, log });
  await bus.start();
  await bus.stop();
  return lines.map((line) => (JSON.parse(line) as { event: string }).event);
}

test('a way to the database that takes LISTEN and delivers nothing is told to the log at the start, which goes on', async () => {
  const line = await openDeafLine(database.connection);
  onTestFinished(() => line.close());
  expect(await listWarnings({ ...database.connection, host: '127.0.0.1', port: line.port })).toEqual(['bus deaf']);
});

test('a database that delivers is told nothing of', async () => {
  expect(await listWarnings(database.connection)).toEqual([]);
});
