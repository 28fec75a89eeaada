import { describe, expect, test } from 'vitest';
import {
  type Approver,
  computeNewStatus,
  computeNextStep,
  computeStatusAfterEdit,
  computeStatusLabel,
  computeStatusOf,
  findStepProblem,
  isPublishedStateLocked,
  STATUS_LABELS,
  type StatusLabel,
} from './approval.ts';

const student: Approver = { canApprove: false, canPublish: false };
const teacher: Approver = { canApprove: true, canPublish: false };
const admin: Approver = { canApprove: false, canPublish: true };
const both: Approver = { canApprove: true, canPublish: true };
const problem = (from: StatusLabel, target: StatusLabel, who: Approver) => findStepProblem(computeStatusOf(from), target, who);

test('[Q204] [Q205] each step stands on the wire as status and teacher_status, and the chip shows the furthest', () => {
  expect(STATUS_LABELS.map((label) => [label, computeStatusOf(label)])).toEqual([
    ['Not Approved', { status: 0, teacher_status: 0 }],
    ['Approved ?', { status: 0, teacher_status: 1 }],
    ['Send To Admin', { status: 0, teacher_status: 2 }],
    ['Public', { status: 1, teacher_status: 2 }],
  ]);
  for (const label of STATUS_LABELS) expect(computeStatusLabel(computeStatusOf(label))).toBe(label);
  expect(computeStatusLabel({ status: 1, teacher_status: 0 })).toBe('Public');
});

describe('steps', () => {
  test('[Q206] [Q207] [Q209] a teacher takes the first two, one after the other', () => {
    expect(problem('Not Approved', 'Approved ?', teacher)).toBeNull();
    expect(problem('Approved ?', 'Send To Admin', teacher)).toBeNull();
  });

  test('[Q208] an administrator takes the last', () => {
    expect(problem('Send To Admin', 'Public', admin)).toBeNull();
  });

  test('[Q210] any other step is a wrong one for whoever may set its target', () => {
    for (const from of STATUS_LABELS)
      for (const target of STATUS_LABELS) {
        const isNext = STATUS_LABELS.indexOf(target) === STATUS_LABELS.indexOf(from) + 1;
        expect([from, target, problem(from, target, both)]).toEqual([from, target, isNext ? null : 'wrong-step']);
      }
  });

  test('[Q211] the wrong role is told so wherever the question stands', () => {
    for (const from of STATUS_LABELS) {
      for (const target of STATUS_LABELS) expect(problem(from, target, student)).toBe('wrong-role');
      expect(problem(from, 'Public', teacher)).toBe('wrong-role');
      expect(problem(from, 'Approved ?', admin)).toBe('wrong-role');
      expect(problem(from, 'Send To Admin', admin)).toBe('wrong-role');
    }
  });

  test('what somebody can do next is offered, and nothing else', () => {
    expect(STATUS_LABELS.map((label) => computeNextStep(computeStatusOf(label), teacher))).toEqual(['Approved ?', 'Send To Admin', null, null]);
    expect(STATUS_LABELS.map((label) => computeNextStep(computeStatusOf(label), admin))).toEqual([null, null, 'Public', null]);
    expect(STATUS_LABELS.map((label) => computeNextStep(computeStatusOf(label), student))).toEqual([null, null, null, null]);
  });
});

test('[Q216] [Q217] [Q218] a new question: a teacher’s is Approved ?, a student’s Not Approved, an administrator chooses', () => {
  const chosen = computeStatusOf('Public');
  expect(computeNewStatus(teacher, chosen)).toEqual(computeStatusOf('Approved ?'));
  expect(computeNewStatus(student, chosen)).toEqual(computeStatusOf('Not Approved'));
  expect(computeNewStatus(admin, chosen)).toEqual(chosen);
  expect(computeNewStatus(admin, null)).toBeNull();
});

test('[Q221] an edit sets approval back to that of a new question, unless an administrator makes it', () => {
  const before = computeStatusOf('Public');
  expect(computeStatusAfterEdit(before, teacher, null)).toEqual(computeStatusOf('Approved ?'));
  expect(computeStatusAfterEdit(before, student, computeStatusOf('Public'))).toEqual(computeStatusOf('Not Approved'));
  expect(computeStatusAfterEdit(before, admin, null)).toEqual(before);
  expect(computeStatusAfterEdit(before, admin, computeStatusOf('Not Approved'))).toEqual(computeStatusOf('Not Approved'));
});

test('[Q085] the published state is fixed once an administrator has approved', () => {
  expect(STATUS_LABELS.map((label) => isPublishedStateLocked(computeStatusOf(label)))).toEqual([false, false, false, true]);
});
