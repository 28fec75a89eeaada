import { setTimeout as pause } from 'node:timers/promises';
import { FORMS } from '@classwright/contract';
import { WALL_SHOWS } from '@classwright/rules/live';
import type { Chance } from '../simulate-class/chance.ts';
import type { Hiding, Plan } from './plan.ts';
import type { Student } from './student.ts';
import type { Teacher } from './teacher.ts';

/** The people of a lesson, for what happens between its forms and next to them. */
export interface Room {
  teacher: Teacher;
  students: readonly Student[];
  assessmentId: number;
  sessionId: number;
  courseId: number;
  chance: Chance;
  /** The students' acts that run at the same time as the teacher's. */
  parts: Promise<unknown>[];
  /** Takes the teacher's presses while the lesson continues. A press without a response fails the storm. */
  beside: (press: Promise<unknown>) => void;
}

const here = (students: readonly Student[]): Student[] => students.filter(({ isRemoved, token }) => !isRemoved && token !== '');

/** Does what is planned for a form while it is open: texts are hidden, phones sent out, walls chosen. */
export function disturb({ hidings, choosesWallAt, scripts }: Plan, room: Room, form: number): void {
  const { teacher, students, assessmentId, chance, beside } = room;
  for (const hiding of hidings) if (hiding.form === form) beside(hide(room, hiding));
  for (const { atMs } of choosesWallAt.filter((moment) => moment.form === form)) {
    const choice = [chance.pick(WALL_SHOWS), chance.pick(FORMS.slice(0, form + 1))] as const;
    beside(pause(atMs).then(() => teacher.chooseWall(assessmentId, ...choice)));
  }
  for (const [at, { sentOutAt }] of scripts.entries()) {
    const student = students[at];
    if (sentOutAt?.form === form && student) beside(pause(sentOutAt.atMs).then(() => sendOut(room, student)));
  }
}

async function hide({ teacher, students, assessmentId, chance, parts }: Room, { form, atMs, what, ending }: Hiding): Promise<void> {
  await pause(atMs);
  const done = await teacher.hide(assessmentId, FORMS[form] ?? '', what, chance);
  const author = students.find(({ accountId }) => accountId === done?.accountId);
  if (!done || !author) return;
  if (ending === 'rewritten') parts.push(author.rewrite(what, done.id, form));
  if (ending === 'shown-again') await pause(300).then(() => teacher.showAgain(what, done.id, done.hidden));
}

/** Somebody who has not come in yet has no seat to lose. */
async function sendOut({ teacher, assessmentId, parts }: Room, student: Student): Promise<void> {
  if (student.isRemoved || !(await teacher.sendOut(assessmentId, student.accountId))) return;
  const back = student.comeBack();
  back.catch(() => undefined);
  parts.push(back);
}

/**
 * Divides the class after Form - 1A, shows what a closed form shows, and lets the class vote. The form has closed.
 * Returns the press that publishes the groups, when that is left for the moment of the next step.
 */
export async function talk({ pairs, votesAfter }: Plan, room: Room, form: number): Promise<(() => Promise<void>) | null> {
  const { teacher, students, assessmentId, parts, chance } = room;
  let later: (() => Promise<void>) | null = null;
  if (pairs && form === 0) {
    await teacher.makePairs(assessmentId);
    if (pairs.isDragged) await teacher.dragPairs(assessmentId);
    const publish = async (): Promise<void> => {
      await teacher.publishPairs(assessmentId);
      for (const student of here(students)) parts.push(student.meet().catch(() => undefined));
    };
    if (pairs.publishes === 'before') await publish();
    else later = publish;
  }
  if (votesAfter === form) {
    await teacher.showDistribution(assessmentId, FORMS[form] ?? '');
    const vote = await teacher.openVote(assessmentId, FORMS[form] ?? '');
    const casting = vote ? here(students).map((student) => student.vote(vote.id, vote.reasons).catch(() => undefined)) : [];
    parts.push(...casting);
    await Promise.race([Promise.all(casting), pause(800)]);
    if (vote && chance.often(0.5)) await teacher.closeVote(assessmentId, vote.id);
  }
  return later;
}
