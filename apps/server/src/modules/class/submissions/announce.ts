import { channels } from '@classwright/contract';
import { MAX_EVENT_CELLS } from '@classwright/contract/lesson/live/event-schemas';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import type { SubmissionsDependencies } from './dependencies.ts';
import type { CellRow } from './grades-queries.ts';
import type { SubmissionRow } from './queries.ts';
import { listPostedWorks } from './work-queries.ts';

/** Returns the notification key by work: a student has one submission of it, so one statement notifies all of them. */
const keyOf = (workId: number): string => `returned:${workId}`;

/** Returns the page on which a student finds returned work. */
const ownWorkPath = (courseId: number, workId: number): string => `/class-classwork/${courseId}?work=${workId}&tab=work`;

/** The channels on which open pages receive changes of submissions. */
export type Announcing = Pick<SubmissionsDependencies, 'room' | 'realtime'>;

/** The act and its author, for people who view the grades. */
interface Act {
  actId: number | null;
  accountId: number | null;
}

type Cells = readonly Pick<CellRow, 'course_work_id' | 'account_id'>[];

/** Notifies the staff of a class, and each student only of their own, that submissions have changed. */
export async function announceCells(tx: Tx, { room, realtime }: Announcing, courseId: number, cells: Cells): Promise<void> {
  const works = [...new Set(cells.map(({ course_work_id }) => course_work_id))];
  if (works.length === 0) return;
  await room.announceSubmissions(tx, courseId, works);
  announceToStudents(tx, realtime, courseId, cells);
}

/** Does the same for grades: people who view them receive the new cells, unless there are many. */
export async function announceGradeCells(tx: Tx, { room, realtime }: Announcing, courseId: number, cells: readonly CellRow[], act: Act): Promise<void> {
  const works = [...new Set(cells.map(({ course_work_id }) => course_work_id))];
  if (works.length === 0) return;
  if (act.actId === null || cells.length > MAX_EVENT_CELLS) await room.announceSubmissions(tx, courseId, works);
  else
    await room.announceSubmissions(tx, courseId, works, {
      act_id: act.actId,
      account_id: act.accountId,
      cells: cells.map((cell) => [
        ...([cell.course_work_id, cell.account_id, cell.draft_grade, cell.assigned_grade] as const),
        ...([cell.excused, cell.state, cell.late, cell.grade_revision] as const),
      ]),
    });
  announceToStudents(tx, realtime, courseId, cells);
}

function announceToStudents(tx: Tx, realtime: Announcing['realtime'], courseId: number, cells: Cells): void {
  const students = new Set(cells.map(({ account_id }) => account_id));
  afterCommit(tx, () => {
    realtime.publish([...students].map(channels.account), 'own-work.changed', { course_id: courseId }, { isJoined: true });
  });
}

/** Notifies students that their work was returned, or withdraws the notifications. */
export async function notifyReturned(
  tx: Tx,
  { notifier }: Pick<SubmissionsDependencies, 'notifier'>,
  returned: { actor: Pick<Actor, 'accountId'>; courseId: number; cells: Cells; isTakenBack: boolean },
): Promise<void> {
  const { actor, courseId, cells, isTakenBack } = returned;
  const byWork = Map.groupBy(cells, ({ course_work_id }) => course_work_id);
  if (isTakenBack) {
    // groups works that were returned to the same people, so that one statement withdraws each group
    const peopleOf = (those: Cells): number[] => those.map(({ account_id }) => account_id).sort((a, b) => a - b);
    for (const alike of Map.groupBy(byWork, ([, those]) => peopleOf(those).join(' ')).values())
      await notifier.withdraw(
        tx,
        alike.map(([workId]) => keyOf(workId)),
        peopleOf(alike[0]?.[1] ?? []),
      );
    return;
  }
  const works = await listPostedWorks(tx, courseId, [...byWork.keys()]);
  await notifier.notify(
    tx,
    [...byWork].map(([workId, those]) => ({
      kind: 'work-returned',
      key: keyOf(workId),
      accountIds: those.map(({ account_id }) => account_id),
      courseId,
      actorId: actor.accountId,
      params: { title: works.get(workId)?.title ?? '' },
      path: ownWorkPath(courseId, workId),
    })),
  );
}

/** Notifies a student that a teacher wrote about their work. The text is shown only on the work itself. */
export async function notifyMessage(
  tx: Tx,
  { notifier }: SubmissionsDependencies,
  { actor, submission, title }: { actor: Actor; submission: SubmissionRow; title: string },
): Promise<void> {
  const { course_id: courseId, course_work_id: workId, account_id } = submission;
  await notifier.notify(tx, {
    kind: 'work-message',
    key: `work-message:${workId}`,
    accountIds: [account_id],
    courseId,
    actorId: actor.accountId,
    params: { title },
    path: ownWorkPath(courseId, workId),
  });
}
