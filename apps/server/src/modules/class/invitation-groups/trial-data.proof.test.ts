import { importGroupAccounts, invitationGroups } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { readTrialFile, trialFiles } from '../../../testing/trial-data.ts';

const files = [...trialFiles('spreadsheets'), ...trialFiles('rosters/oneroster-1.1-broken')];
const MOST_GROWTH_BYTES = 300_000_000;

let app: TestApp;
let admin: TestPerson;
let groupId: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await createScenario(app).person('admin', null);
  groupId = (await admin.call(invitationGroups.endpoints.create, { body: { name: 'Trial' } })).body.data.id;
});
afterAll(() => app.close());

test.skipIf(files.length > 0)('TRIAL_DATA is not set: no real spreadsheets are tried', () => expect(files).toEqual([]));

describe.skipIf(files.length === 0)('[B043] spreadsheets as they are found', () => {
  test.each(files)('%s: a clear sentence or errors by row, never a fault, in bounded memory, and nobody is added', { timeout: 20_000 }, async (file) => {
    const bytes = readTrialFile(file);
    const before = process.memoryUsage().rss;
    for (const body of [{}, { invitation_group_id: groupId }, { invitation_group_id: groupId, partial: true }]) {
      const reply = await admin.call(importGroupAccounts, { file: { name: file.split('/').at(-1) as string, bytes }, body });
      const { error_count = 0, total_rows, groups = [] } = reply.body;
      const faulty = new Set(reply.status === 200 ? reply.body.errors.map(({ row }: { row: number }) => row) : []).size;
      const said =
        reply.status === 200 && (error_count === total_rows || faulty === total_rows)
          ? `${error_count} errors`
          : `${reply.status} ${JSON.stringify(reply.body.errors)}`;
      expect(said).toMatch(/^(?:[1-9]\d* errors|422 \{"file":\["Select a valid xlsx file\. .{10,}\."\]\})$/s);
      expect(groups).toEqual([]);
      for (const { message } of reply.status === 200 ? reply.body.errors : []) expect(message).toMatch(/^[A-Z].+\.$/s);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES);
  });
});
