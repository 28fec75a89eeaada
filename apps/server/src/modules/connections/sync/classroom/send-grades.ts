import { roundGrade } from '@classwright/rules/sync/submission-state';
import { listOutsideWorks } from '../../../class/classwork/index.ts';
import { listOutsideSubmissions, type OutsideSubmission } from '../../../class/submissions/index.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { type Link, listLinks } from '../../../class/sources/index.ts';
import { listOpenFields, type OpenFields } from '../conflicts/queries.ts';
import { courseIdHere, courseIdThere, keepLinks, linksOf, type Outgoing, type SendStep, type UnitContext } from './context.ts';
import { readSubmission } from './resources.ts';
import { patchOf } from './send.ts';
import { listStudentNames, listWorkTimes } from './submission-queries.ts';

const GRADES = ['draftGrade', 'assignedGrade'] as const;

/** Sends grades that were given here, and work that was returned, for our own work; each with its receipt. */
export const sendGrades: SendStep = {
  kind: 'send',
  name: 'send-grades',
  async list(db, context): Promise<Outgoing[]> {
    const courseId = courseIdHere(context);
    if (courseId === null) return [];
    const ours = (await linksOf(db, context, 'work')).filter(({ is_ours, state, local_id }) => is_ours && state === 'linked' && local_id !== null);
    if (ours.length === 0) return [];
    const workIds = ours.map(({ local_id }) => local_id as number);
    const posted = new Set(
      (await listOutsideWorks(db, courseId)).filter(({ state, is_archived }) => state === 'PUBLISHED' && !is_archived).map(({ id }) => id),
    );
    const links = new Map((await linksOf(db, context, 'submission')).map((link) => [link.local_id, link]));
    const workOf = new Map(ours.map((link) => [link.local_id, link]));
    const open = await listOpenFields(db, context.source.id, courseId);
    const times = await listWorkTimes(db, workIds);
    const names = await listStudentNames(db, courseId);
    const submissions = await listOutsideSubmissions(
      db,
      workIds.filter((id) => posted.has(id)),
    );
    return submissions.flatMap((submission) => {
      const [link, work, time] = [links.get(submission.id), workOf.get(submission.course_work_id), times.get(submission.course_work_id)];
      if (!link || !work || !time) return [];
      const subject = `${time.title} · ${names.get(submission.account_id) ?? ''}`;
      return toSend(context, submission, { link, work, subject, open: open.get(link.id) }).map((one) => ({ ...one, about: submission.account_id }));
    });
  },
};

function toSend(
  context: UnitContext,
  submission: OutsideSubmission,
  { link, work, subject, open }: { link: Link; work: Link; subject: string; open: OpenFields | undefined },
): Outgoing[] {
  const path = `/v1/courses/${courseIdThere(context)}/courseWork/${encodeURIComponent(work.external_id)}/studentSubmissions/${encodeURIComponent(link.external_id)}`;
  const ours = {
    draftGrade: submission.excused ? null : roundGrade(submission.draft_grade),
    assignedGrade: submission.excused ? null : roundGrade(submission.assigned_grade),
  };
  const isToReturn =
    submission.state === 'RETURNED' && link.base['state'] === 'TURNED_IN' && !(link.facts['refusedReturn'] === submission.updated_at.toISOString());
  const known = { ...link, base: { draftGrade: null, assignedGrade: null, ...link.base } };
  const patch = patchOf(
    context,
    known,
    {
      ...{ kind: 'submission', subject, localId: submission.id, ours, oursAt: submission.updated_at, fields: GRADES, path },
      toBody: (fields) => fields,
      maskOf: (field) => field,
      read(answer) {
        const there = readSubmission(answer);
        return there && { fields: { draftGrade: there.draftGrade, assignedGrade: there.assignedGrade, state: there.state }, updateTime: there.updateTime };
      },
      confirmed: (updateTime) => ({ receipt: { grade: ours.assignedGrade, draft: ours.draftGrade, at: updateTime } }),
    },
    open,
  );
  return [...(patch ? [patch] : []), ...(isToReturn && !open?.has('assignedGrade') ? [toReturn(context, submission, { link, path, subject })] : [])];
}

/** Returns the time of the return, later than all known times, since Google does not report it. */
async function afterReturn(tx: Tx, context: UnitContext, linkId: number): Promise<object> {
  const [now] = await listLinks(tx, { sourceId: context.source.id, kind: 'submission', ids: [linkId] });
  const known = [now?.facts['updateTime'], now?.facts['atLeast']].flatMap((at) => (typeof at === 'string' ? Date.parse(at) || [] : []));
  return known.length === 0 ? {} : { atLeast: new Date(Math.max(...known) + 1).toISOString() };
}

/** Returns the work to its student at Google too, which is possible only for work that was handed in there. */
function toReturn(context: UnitContext, submission: OutsideSubmission, { link, path, subject }: { link: Link; path: string; subject: string }): Outgoing {
  const told = { kind: 'submission' as const, linkId: link.id, localId: submission.id, subject, field: 'state', before: 'TURNED_IN', after: 'RETURNED' };
  const keep = { kind: 'submission' as const, externalId: link.external_id, localId: submission.id };
  return {
    send: (ask) => ask({ method: 'POST', path: `${path}:return`, body: {} }),
    async settle(tx) {
      await keepLinks(tx, context, [{ ...keep, base: { state: 'RETURNED' }, facts: await afterReturn(tx, context, link.id) }]);
      context.recorder.sent(told);
    },
    async refuse(tx) {
      await keepLinks(tx, context, [{ ...keep, facts: { refusedReturn: submission.updated_at.toISOString() } }]);
      context.recorder.refused(told, 'there', 'sync.reason.notTurnedIn');
    },
    plan: () => context.recorder.sent(told),
  };
}
