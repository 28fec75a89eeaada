import { cleanedText } from '@classwright/rules/text/cleaned';
import { isInvisible } from '@classwright/rules/text/invisible';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { accountList, importAccount } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTestSettings } from '../../../platform/config.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { peopleBook } from './testing/people-book.ts';

const folder = readTestSettings().trialData;
const filesIn = (path: string): string[] => {
  if (folder === null || !existsSync(join(folder, path))) return [];
  return readdirSync(join(folder, path)).flatMap((name) => (statSync(join(folder, path, name)).isDirectory() ? filesIn(join(path, name)) : [join(path, name)]));
};
const files = [...filesIn('spreadsheets'), ...filesIn('rosters/oneroster-1.1-broken')];

let app: TestApp;
let admin: TestPerson;
let school: string;
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  await scenario.school();
  school = (await app.db.selectFrom('schools').select('school_name').executeTakeFirstOrThrow()).school_name;
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

/** A new token per call. Nobody sends three hundred spreadsheets in a row, so each call is somebody's first. */
const freshToken = async () => ({ token: await app.signIn(admin.accountId) });

test.skipIf(files.length > 0)('TRIAL_DATA is not set: no real spreadsheets are tried', () => expect(files).toEqual([]));

describe.skipIf(files.length === 0)('spreadsheets as they are found', () => {
  test.each(files)('%s: a clear sentence or a preview, never a fault, in bounded memory', { timeout: 20_000 }, async (file) => {
    const bytes = readFileSync(join(folder as string, file));
    const before = process.memoryUsage().rss;
    const reply = await admin.call(importAccount, { file: { name: file.split('/').at(-1) as string, bytes }, body: { mode: 'preview' } }, await freshToken());
    const said = reply.status === 201 ? `a preview of ${reply.body.import.total_rows} rows` : `${reply.status} ${JSON.stringify(reply.body.errors)}`;
    expect(said).toMatch(/^(?:a preview of [1-9]\d* rows|422 \{"file":\["Select a valid xlsx file\. .{10,}\."\]\})$/s);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });
});

function namesOf(file: string): string[] {
  const path = folder === null ? '' : join(folder, 'names', file);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as { name?: string; s?: string }).map(({ name, s }) => name ?? s ?? '');
}
/** The valid names: not empty, at most 100 characters, and storable in a database. */
const names = ['edge-names.jsonl', 'big-list-of-naughty-strings.jsonl', 'popular-names.jsonl']
  .flatMap(namesOf)
  .map((text) => text.trim())
  .filter((text) => text !== '' && text.length <= 100 && !text.includes('\u0000') && text.isWellFormed() && !isInvisible(cleanedText(text)))
  .slice(0, 600);

describe.skipIf(names.length === 0)('names as people have them', () => {
  test('come back exactly as they were written, but for line breaks and direction marks, through a spreadsheet and the list', { timeout: 60_000 }, async () => {
    const rows = names.map((name, index) => [name, name, `name${index}@names.test`, '', school, 'Student', '']);
    const { body } = await admin.call(importAccount, { file: { name: 'names.xlsx', bytes: await peopleBook(rows) }, body: {} }, await freshToken());
    await app.server.jobs.runDue();
    const { data, pagination } = (await admin.call(accountList, { query: { email: '@names.test', per_page: 200 } }, await freshToken())).body;
    expect([body.status, pagination.total]).toEqual(['success', names.length]);
    for (let page = 2; page <= pagination.last_page; page += 1)
      data.push(...(await admin.call(accountList, { query: { email: '@names.test', per_page: 200, page } }, await freshToken())).body.data);
    for (const { email, first_name, last_name } of data) {
      const name = names[Number(/^name(\d+)@/.exec(email)?.[1])];
      expect([first_name, last_name]).toEqual([cleanedText(name ?? ''), cleanedText(name ?? '')]);
    }
  });
});
