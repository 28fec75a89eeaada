import { schools } from '@classwright/contract/lists/school';
import { expect, test } from 'vitest';
import { findFaults } from './values.ts';

test('of a row that exists, what was empty may stay so; what was not is missed, and a new row needs all', () => {
  const empty = { city: '', state: '', zip: '', district: '', contact_name: '', phone: '', address: '', domain: '' };
  const base = { id: 1, school_name: 'From set-up', ...empty, city: 'Oslo' };
  expect(findFaults(schools as never, { school_name: 'Renamed', ...empty, city: 'Bergen' }, base as never)).toEqual({});
  expect(Object.keys(findFaults(schools as never, { school_name: 'Renamed', ...empty }, base as never))).toEqual(['city']);
  expect(Object.keys(findFaults(schools as never, { school_name: 'New', ...empty }, null))).toHaveLength(7);
});
