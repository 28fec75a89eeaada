import { expect, test } from 'vitest';
import { countNumbers, joinRows, MAX_ITEMS_PER_EVENT, MAX_PAYLOAD_BYTES, type OutboxRow } from './room-batch.ts';

let id = 0;
const row = (name: string, item: number | null, other: Partial<OutboxRow> = {}): OutboxRow => ({
  id: ++id,
  epoch: 1,
  name,
  payload: {},
  item,
  single_field: null,
  created_at: new Date(0),
  ...other,
});
const brief = (rows: OutboxRow[]) => joinRows(rows).map(({ name, payload, numbers }) => `${name} ${JSON.stringify(payload.items ?? null)} ${numbers}`);

test('items of one kind are joined, in the order of the first of each kind', () => {
  expect(brief([row('post', 1), row('like', 9), row('post', 2), row('like', 8), row('post', 3)])).toEqual(['post [1,2,3] 3', 'like [9,8] 2']);
});

test('nothing is joined across an event that stands alone', () => {
  expect(brief([row('post', 1), row('closed', null), row('post', 2), row('post', 3), row('closed', null)])).toEqual([
    'post [1] 1',
    'closed null 1',
    'post [2,3] 2',
    'closed null 1',
  ]);
});

test('an item that stands twice counts once; other payloads and other epochs are other events', () => {
  expect(brief([row('like', 4), row('like', 4), row('like', 5)])).toEqual(['like [4,5] 2']);
  expect(
    joinRows([row('post', 1), row('post', 2, { payload: { form: 'b' } }), row('post', 3, { epoch: 2 })]).map(({ epoch, payload }) => [epoch, payload]),
  ).toEqual([
    [1, { items: [1] }],
    [1, { form: 'b', items: [2] }],
    [2, { items: [3] }],
  ]);
});

test('the field for a single item is set when there is one item, and only then', () => {
  const login = (item: number) => row('login', item, { single_field: 'student_id' });
  expect(joinRows([login(7)])[0]?.payload).toEqual({ student_id: 7, items: [7] });
  expect(joinRows([login(7), login(7)])[0]?.payload).toEqual({ student_id: 7, items: [7] });
  expect(joinRows([login(7), login(8)])[0]?.payload).toEqual({ items: [7, 8] });
});

test('a crowd is split into events of a fair size, and every item has a number', () => {
  const events = joinRows(Array.from({ length: 2 * MAX_ITEMS_PER_EVENT + 1 }, (_, index) => row('post', index)));
  expect(events.map(({ numbers }) => numbers)).toEqual([MAX_ITEMS_PER_EVENT, MAX_ITEMS_PER_EVENT, 1]);
  expect(countNumbers(events)).toEqual(new Map([[1, 2 * MAX_ITEMS_PER_EVENT + 1]]));
});

const act = (payload: Record<string, unknown>, other: Partial<OutboxRow> = {}) => row('cells', null, { payload, single_field: 'acts', ...other });

test('lists of one kind are joined one after the other, with a number for each; other payloads and other epochs are other events', () => {
  const rows = [act({ acts: [1] }), row('post', 7), act({ acts: [2, 3] }), act({ acts: [4], of: 'b' }), act({ acts: [1] }), act({ acts: [5] }, { epoch: 2 })];
  expect(joinRows(rows)).toEqual([
    { epoch: 1, name: 'cells', payload: { acts: [1, 2, 3, 1] }, numbers: 3 },
    { epoch: 1, name: 'post', payload: { items: [7] }, numbers: 1 },
    { epoch: 1, name: 'cells', payload: { acts: [4], of: 'b' }, numbers: 1 },
    { epoch: 2, name: 'cells', payload: { acts: [5] }, numbers: 1 },
  ]);
});

test('lists are joined no further than an event may be large, nor across what stands alone', () => {
  const long = 'x'.repeat(MAX_PAYLOAD_BYTES / 2);
  expect(joinRows([act({ acts: [1] }), act({ acts: [long] }), act({ acts: [long] }), act({ acts: [2] })]).map(({ numbers }) => numbers)).toEqual([2, 2]);
  expect(joinRows([act({ acts: [1] }), row('closed', null), act({ acts: [2] })]).map(({ name }) => name)).toEqual(['cells', 'closed', 'cells']);
});
