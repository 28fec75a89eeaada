import { expect, test } from 'vitest';
import { type Budget, measure, staffBudgets } from './budgets.ts';

/** The first loads in KB before the menu had sections. None may be larger since. */
const BEFORE: Readonly<Record<string, number>> = {
  'sign-in, first load': 144.4,
  'home, first load': 143.6,
  'staff, assessments': 170.7,
  'staff, live lessons': 148.9,
  'staff, a list that administrators keep': 193.2,
  'staff, the question bank': 182.9,
  'staff, the gradebook': 190.6,
  'staff, the policy explorer': 158.1,
  'staff, the audit trail': 161.7,
  'staff, running lesson': 198,
};

/** Measures a program in which every sum takes so many bytes. */
const faultsOf = (sums: readonly Budget[], bytes: number): readonly string[] =>
  measure(
    { has: () => true, filesOf: (module) => new Set([module]), modulesIn: () => [], gzipBytes: () => bytes, gzipBytesOfFolder: () => 0 },
    { sums, forbidden: [] },
  ).faults;

test.each(Object.entries(BEFORE))('[B2508] the build fails when %s is more than half a kilobyte larger than %d KB', (name, before) => {
  const sums = staffBudgets.sums.filter((sum) => sum.name === name);
  expect(faultsOf(sums, before * 1000)).toEqual([]);
  expect(faultsOf(sums, (before + 0.6) * 1000)).toEqual([expect.stringContaining(name)]);
});
