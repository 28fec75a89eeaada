import { expect, test } from 'vitest';
import { computeAssignees, settleAssignees } from './assignees.ts';

const [all, ada, bo] = [{ id: 'ALL_STUDENTS' as const }, { id: 7 }, { id: 8 }];

test('[K270] [K458] the whole class as the last pick replaces everybody named, and is the mode', () => {
  expect(settleAssignees([ada, bo, all])).toEqual([all]);
  expect(computeAssignees([all])).toEqual({ mode: 'ALL_STUDENTS', studentIds: [] });
});

test('[K271] any other last pick means the people named', () => {
  expect(settleAssignees([all, ada])).toEqual([ada]);
  expect(computeAssignees([ada, bo])).toEqual({ mode: 'INDIVIDUAL_STUDENTS', studentIds: [7, 8] });
  expect(computeAssignees([])).toEqual({ mode: 'INDIVIDUAL_STUDENTS', studentIds: [] });
});
