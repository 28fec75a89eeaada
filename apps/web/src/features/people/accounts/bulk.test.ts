import { expect, test } from 'vitest';
import { inverseOf } from './bulk.ts';

const person = (account_id: number, role_id: number | null, school_id: number | null) => ({ account_id, status: true, role_id, school_id });

test('what many were before is what taking it back makes of them, in as few acts as there were values', () => {
  const changed = [person(1, 2, 5), person(2, 3, 5), person(3, 2, 6), person(4, null, null)];
  expect(inverseOf('deactivate', changed)).toEqual([{ work: { act: 'activate' }, ids: [1, 2, 3, 4] }]);
  expect(inverseOf('role', changed)).toEqual([
    { work: { act: 'role', role_id: 2 }, ids: [1, 3] },
    { work: { act: 'role', role_id: 3 }, ids: [2] },
  ]);
  expect(inverseOf('school', changed)).toEqual([
    { work: { act: 'school', school_id: 5 }, ids: [1, 2] },
    { work: { act: 'school', school_id: 6 }, ids: [3] },
  ]);
  expect(inverseOf('sign_out', changed)).toEqual([]);
});
