import type { DutyId } from '@classwright/contract';
import { expect, test } from 'vitest';
import { type Facts, judgeDuties } from './duties.ts';

const GOOD: Facts = {
  isProduction: true,
  unverified: [],
  publishes: false,
  isClone: false,
  hasHttps: true,
  leakedPasswords: 'readable',
  hasStaffWithoutFactor: false,
  hasPackagedDatabase: false,
  driftMs: 40,
};
const lightOf = (id: DutyId, facts: Partial<Facts>) => {
  const { state, remedies } = judgeDuties({ ...GOOD, ...facts }).find((duty) => duty.id === id)!;
  return [state, ...remedies];
};

test('[B2806] an installation that the server finds in order has nothing to do, and says which duties it cannot see', () => {
  const states = Map.groupBy(judgeDuties(GOOD), ({ state }) => state);
  expect(states.get('todo')).toBeUndefined();
  expect(states.get('done')?.map(({ id }) => id)).toEqual(['https', 'connections', 'passwords', 'factors', 'clocks', 'programs', 'machine']);
  expect(states.get('own')?.map(({ id }) => id)).toEqual(['proxy', 'patches', 'secrets', 'viruses', 'calendars', 'logs']);
});

test.each<[DutyId, Partial<Facts>, string[]]>([
  ['https', { hasHttps: false }, ['todo', 'https']],
  ['connections', { unverified: ['database', 'mail'] }, ['todo', 'database', 'mail']],
  ['passwords', { leakedPasswords: 'missing' }, ['todo', 'passwordsMissing']],
  ['passwords', { leakedPasswords: 'unreadable' }, ['todo', 'passwordsUnreadable']],
  ['factors', { hasStaffWithoutFactor: true }, ['todo', 'factors']],
  ['patches', { hasPackagedDatabase: true }, ['todo', 'patches']],
  ['clocks', { driftMs: -30_000 }, ['todo', 'clocks']],
  ['clocks', { driftMs: 29_999 }, ['done']],
  ['programs', { publishes: true }, ['own']],
  ['machine', { isClone: true }, ['todo', 'machine']],
])('[B2806] the duty %s with %o is %j', (id, facts, light) => {
  expect(lightOf(id, facts)).toEqual(light);
});
