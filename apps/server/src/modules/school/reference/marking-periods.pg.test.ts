import { markingPeriods, schools } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListSamples, createScenario, type ListSamples, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let admin: TestPerson;
let samples: ListSamples;
let north: number;
let south: number;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  samples = createListSamples(scenario, admin);
  north = (await samples.row(schools, { school_name: 'Northfield' })).id;
  south = (await samples.row(schools, { school_name: 'Southfield' })).id;
  await make('Autumn', '2027-09-01', '2027-12-20', [north, south]);
});
afterAll(() => app.close());

async function make(name: string, start_date: string, end_date: string, school_id: number[], active = true) {
  const reply = await admin.call(markingPeriods.endpoints.create, { body: { name, start_date, end_date, school_id, active } });
  expect(reply.status).toBe(201);
  return reply.body as { data: { id: number; updated_at: string }; warnings: string[] };
}
const remove = (id: number) => admin.call(markingPeriods.endpoints.remove, { params: { id } });
const overlapIn = (name: string, others: string, school: string) => `${name} overlaps with ${others} in ${school}. Work due on those days counts in both.`;

describe('periods that share days and a school', () => {
  test('are kept, and it is said with which others, school by school', async () => {
    const { data, warnings } = await make('Half term', '2027-10-01', '2027-10-31', [north, south]);
    expect(warnings).toEqual([overlapIn('Half term', 'Autumn', 'Northfield'), overlapIn('Half term', 'Autumn', 'Southfield')]);
    const more = await make('October', '2027-10-10', '2027-10-20', [south]);
    expect(more.warnings).toEqual([overlapIn('October', 'Autumn, Half term', 'Southfield')]);
    await remove(data.id);
    await remove(more.data.id);
  });

  test.each([
    ['begins on the last day of the other', '2027-12-20', '2028-03-20', 1],
    ['begins on the day after', '2027-12-21', '2028-03-20', 0],
    ['ends on the first day of the other', '2027-06-01', '2027-09-01', 1],
    ['ends on the day before', '2027-06-01', '2027-08-31', 0],
    ['holds the other whole', '2027-01-01', '2028-12-31', 1],
  ])('one that %s: both days of a period count', async (_case, from, to, count) => {
    const { data, warnings } = await make('Other', from, to, [north]);
    expect(warnings).toHaveLength(count);
    await remove(data.id);
  });

  test('in another school, switched off, or deleted, they do not meet', async () => {
    const elsewhere = (await samples.row(schools)).id;
    expect((await make('Elsewhere', '2027-09-01', '2027-12-20', [elsewhere])).warnings).toEqual([]);
    const off = await make('Off', '2027-09-01', '2027-12-20', [north], false);
    expect(off.warnings).toEqual([]);
    const on = await admin.call(markingPeriods.endpoints.update, {
      params: { id: off.data.id },
      body: { name: 'On', start_date: '2027-09-01', end_date: '2027-12-20', school_id: [north], active: true },
    });
    expect(on.body.warnings).toEqual([overlapIn('On', 'Autumn', 'Northfield')]);
    await remove(off.data.id);
    expect((await make('Later', '2028-01-01', '2028-02-01', [north])).warnings).toEqual([]);
  });
});

test('[Q116] a change of the schools alone is a change: newer version, audit, conflict', async () => {
  const { data } = await make('Shared', '2030-01-01', '2030-02-01', [north]);
  const body = { name: 'Shared', start_date: '2030-01-01', end_date: '2030-02-01', school_id: [south, north] };
  const edited = await admin.call(markingPeriods.endpoints.update, { params: { id: data.id }, body: { ...body, updated_at: data.updated_at } });
  expect(edited.body.data).toMatchObject({ school_id: [north, south], schools: [{ name: 'Northfield' }, { name: 'Southfield' }] });
  expect(Date.parse(edited.body.data.updated_at)).toBeGreaterThan(Date.parse(data.updated_at));
  expect((await admin.call(markingPeriods.endpoints.update, { params: { id: data.id }, body: { ...body, updated_at: data.updated_at } })).status).toBe(409);
  const one = await admin.call(markingPeriods.endpoints.update, { params: { id: data.id }, body: { ...body, school_id: [south] } });
  expect(one.body.data.school_id).toEqual([south]);
});
