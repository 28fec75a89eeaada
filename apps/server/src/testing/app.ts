import { buildAppOn, type TestApp, type TestAppOptions } from './build-app.ts';
import { cloneDatabase } from './database.ts';
import { openRoundRobin, type RoundRobin } from './round-robin.ts';

export type { TestApp, TestAppOptions, TestArguments, TestBody, TestReply } from './build-app.ts';

/**
 * Builds the product on a separate database. Call it in `beforeAll`, and `close()` in `afterAll`. Once it listens it
 * has two processes, as at schools: calls and requests to its address go to one after the other.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await cloneDatabase();
  const first = await buildAppOn(database, options, () => database.drop());
  return options.isAlone ? first : inTurns(first);
}

function inTurns(first: TestApp): TestApp {
  let listening: Promise<{ second: TestApp; line: RoundRobin }> | null = null;
  let second: TestApp | null = null;
  let isRecording = false;
  let turn = 0;
  async function listen(): Promise<{ second: TestApp; line: RoundRobin }> {
    const other = await first.another({ sharesFolder: true, role: 'web' });
    const urls = await Promise.all([first.listen(), other.listen()]);
    const line = await openRoundRobin(urls.map((url) => Number(new URL(url).port)));
    second = other;
    return { second: other, line };
  }
  return {
    ...first,
    call(endpoint, args, as) {
      turn += 1;
      const process = second && !isRecording && turn % 2 === 0 ? second : first;
      return process.call(endpoint, args, as);
    },
    /** Only the statements of one process are known. */
    async recordStatements(work) {
      isRecording = true;
      return first.recordStatements(work).finally(() => (isRecording = false));
    },
    async listen() {
      listening ??= listen();
      return (await listening).line.url;
    },
    async close() {
      const open = await listening;
      await open?.line.close();
      await open?.second.close();
      await first.close();
    },
  };
}
