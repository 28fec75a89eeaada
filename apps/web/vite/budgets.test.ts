import { expect, test } from 'vitest';
import { type Budget, measure, staffBudgets } from './budgets.ts';

/** The first loads in KB since calls ask again who one is, schools keep rows of their own, a changed notice about data is shown, a page may open its socket in a way of its own, there is a page of all schools, and grades outlive a database that fails. None may be larger. */
const BEFORE: Readonly<Record<string, number>> = {
  'sign-in, first load': 145.3,
  'home, first load': 145.0,
  'staff, assessments': 170.8,
  'staff, live lessons': 150.1,
  'staff, a list that administrators keep': 196.5,
  'staff, the question bank': 182.8,
  'staff, the gradebook': 192.0,
  'staff, the policy explorer': 159.5,
  'staff, the audit trail': 163.2,
  'staff, running lesson': 199.1,
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
