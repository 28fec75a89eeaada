import { buildAppOn, type TestApp, type TestAppOptions } from './build-app.ts';
import { cloneDatabase } from './database.ts';

export type { TestApp, TestAppOptions, TestArguments, TestBody, TestReply } from './build-app.ts';

/** Builds the product on a database of its own. Call in `beforeAll`, `close()` in `afterAll`. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await cloneDatabase();
  return buildAppOn(database, options, () => database.drop());
}
