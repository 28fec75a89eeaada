import { isRead, type Part } from '../push/part.ts';
import type { RunRow } from '../runs/queries.ts';
import { announcementStep, sendAnnouncements } from './announcement-step.ts';
import { classStep, sendClass } from './class-step.ts';
import { draftStep } from './draft-step.ts';
import type { Step } from './context.ts';
import { invitationStep, sendInvitations } from './invitation-step.ts';
import { memberStep } from './member-step.ts';
import { sendGrades } from './send-grades.ts';
import { sendWorks } from './send-works.ts';
import { submissionStep } from './submission-step.ts';
import { sendTopics, topicStep } from './topic-step.ts';
import { materialStep, workStep } from './work-step.ts';

const classes: readonly Step[] = [classStep, memberStep, sendClass];
const work: readonly Step[] = [
  topicStep,
  workStep,
  materialStep,
  announcementStep,
  draftStep,
  sendTopics,
  sendWorks,
  sendAnnouncements,
  submissionStep,
  sendGrades,
];

/**
 * Returns true for steps about the class itself, which run even if it is archived here: its state at Google may restore
 * it.
 */
export const isOfClassItself = ({ name }: Step): boolean => name === classStep.name || name === sendClass.name;

/** Returns the steps of a run in each class, in order: a unit stores its position by number, within one run. */
export function stepsOf({ scope, mode, only_grades }: Pick<RunRow, 'scope' | 'mode' | 'only_grades'>, part: Part | null): readonly Step[] {
  if (only_grades) return [submissionStep, sendGrades];
  if (scope === 'class_work') return work;
  if (scope === 'invitations') return [memberStep, invitationStep, sendInvitations];
  if (mode !== 'scheduled') return classes;
  const all = [...classes, invitationStep, ...work, sendInvitations];
  return part ? all.filter(({ name }) => isRead(part, name)) : all;
}
