import { expect, test } from 'vitest';
import { findLongTransaction } from './turns.ts';

test('[B3090] a call whose transaction takes more than sixty turns is found, unless it is named with a reason', () => {
  expect(findLongTransaction('rehearsal.remove', 60)).toBeNull();
  expect(findLongTransaction('rehearsal.remove', 161)).toContain('rehearsal.remove took 161 turns');
  expect(findLongTransaction('account.delete', 98, { 'account.delete': 'It follows every table.' })).toBeNull();
});
