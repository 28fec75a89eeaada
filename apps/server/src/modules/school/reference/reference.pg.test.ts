import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createReferenceRow, listReferenceRows, REFERENCE_LISTS, type ReferenceList } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test.each(Object.keys(REFERENCE_LISTS) as ReferenceList[])('%s: a row that was made is listed by name until it is archived', async (list) => {
  const naming = REFERENCE_LISTS[list];
  const make = (name: string) => inTransaction(app.db, (tx) => createReferenceRow(tx, list, { [naming]: name } as never));
  const [later, earlier] = [await make('Zebra'), await make('Aardvark')];
  const idsOf = async () => (await listReferenceRows(app.db, list)).map(({ id }) => id).filter((id) => id === later || id === earlier);
  expect(await idsOf()).toEqual([earlier, later]);
  await app.db
    .updateTable(list as 'levels')
    .set({ archived_at: new Date() })
    .where('id', '=', earlier)
    .execute();
  expect(await idsOf()).toEqual([later]);
});

test('what a list holds beside the name comes back as it went in', async () => {
  await inTransaction(app.db, async (tx) => {
    const levelId = await createReferenceRow(tx, 'levels', { name: 'Grade 9' });
    await createReferenceRow(tx, 'standards', { name: 'PH-1', description: 'Forces', level_id: levelId });
    await createReferenceRow(tx, 'assessment_periods', { name: 'Period 9', start_time: '16:05', end_time: '16:55' });
    expect(await listReferenceRows(tx, 'standards')).toContainEqual(expect.objectContaining({ name: 'PH-1', description: 'Forces', level_id: levelId }));
    expect(await listReferenceRows(tx, 'assessment_periods')).toContainEqual(
      expect.objectContaining({ name: 'Period 9', start_time: '16:05:00', end_time: '16:55:00' }),
    );
  });
});
