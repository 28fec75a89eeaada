import { isLate } from '@classwright/rules/grading/submissions';
import { mergeField, type SyncValue } from '@classwright/rules/sync/merge';
import { toLocalState } from '@classwright/rules/sync/submission-state';
import { listWithoutConsent } from '../../../../platform/consents-queries.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import {
  announceCells,
  announceGradeCells,
  type FactFromOutside,
  type GradeChange,
  lockOutsideSubmissionsById,
  type OutsideSubmission,
  type SavedGrades,
  saveGrades,
  takeSubmissionFacts,
} from '../../../class/submissions/index.ts';
import type { Link, NewLink } from '../../../class/sources/index.ts';
import { dayOf } from '../push/part.ts';
import { courseIdHere, courseIdThere, saveClassLink, keepLinks, linksOf, type ReadStep, requireClass, unlessGone, type UnitContext } from './context.ts';
import { listClassCells, listSubmissionGrounds, type SubmissionGround } from './submission-queries.ts';
import { readPage, readSubmission, type SubmissionThere, isFromBefore } from './resources.ts';

/**
 * The number of days after a change of a work in which its submissions are read in every run; all others are read by a
 * sweep.
 */
const TOUCHED_DAYS = 14;
/** Google's value for all works together. */
const ALL = '-';
/** The number of works above which all are read together, which takes fewer calls. */
const MOST_MARKED = 10;
const ORIGIN = 'google';

/**
 * Reads submissions and grades. Google does not report changes of submissions, so those of every work are read the
 * first time and once a night, and in between those of recently changed work. `seen`: the works to read, the current
 * one first.
 */
export const submissionStep: ReadStep = {
  kind: 'read',
  name: 'submissions',
  async read(ask, context, { token, seen }) {
    const works = token === null ? await listToRead(context) : (seen as string[]);
    const [current] = works;
    if (current === undefined) return { items: [], next: null };
    const [, rest = ''] = token === null ? [] : token.split('\n');
    const path = `/v1/courses/${courseIdThere(context)}/courseWork/${current === ALL ? ALL : encodeURIComponent(current)}/studentSubmissions`;
    const list = ask({ method: 'GET', path, query: { pageSize: 100, ...(rest === '' ? {} : { pageToken: rest }) } });
    const page = readPage(await (current === ALL ? list : unlessGone(ask, context, list)), 'studentSubmissions');
    const left = page.next === null ? works.slice(1) : works;
    return { items: [...page.items, { left }], next: left.length > 0 ? `page\n${page.next ?? ''}` : null };
  },
  async merge(tx, context, page) {
    const left = page.items.find((item) => 'left' in item);
    const changed = await merge(
      tx,
      context,
      page.items.flatMap((item) => readSubmission(item) ?? []),
    );
    await tell(tx, context, changed, page.isLast);
    page.seen.splice(0, page.seen.length, ...((left?.['left'] as string[] | undefined) ?? []));
    if (page.isLast && isSweepDue(context)) await saveClassLink(tx, context, { facts: { sweptAt: dayOf(context.run.created_at) } });
  },
};

/** Returns true when the work was never read completely, or not since somebody was matched late. */
const isUnread = ({ facts }: Link): boolean => typeof facts['sweptAt'] !== 'string';

/** Returns true when everything is read: the first time, and in the first automatic run of each day. */
const isSweepDue = ({ link, run, part }: UnitContext): boolean =>
  part?.isSweep ?? (isUnread(link) || (run.mode === 'scheduled' && link.facts['sweptAt'] !== dayOf(run.created_at)));

async function listToRead(context: UnitContext): Promise<string[]> {
  const known = await linksOf(context.deps.db, context, 'work');
  const links = known.filter(({ state, local_id }) => state === 'linked' && local_id !== null);
  const fresh = context.worksRead.filter((id) => !known.some(({ external_id }) => external_id === id));
  if (links.length === 0 && fresh.length === 0) return [];
  if (isSweepDue(context)) return [ALL];
  const { part, marked } = context;
  if (marked.includes(ALL) || marked.length > MOST_MARKED) return [ALL];
  if (part) return links.filter(({ external_id }) => marked.includes(external_id)).map(({ external_id }) => external_id);
  const since = context.run.created_at.getTime() - TOUCHED_DAYS * 86_400_000;
  const isTouched = ({ facts }: Link): boolean => typeof facts['updateTime'] === 'string' && Date.parse(facts['updateTime']) > since;
  return [...links.filter((link) => isTouched(link) || marked.includes(link.external_id)).map(({ external_id }) => external_id), ...fresh];
}

async function merge(tx: Tx, context: UnitContext, there: readonly SubmissionThere[]): Promise<Changed> {
  const changed: Changed = { cells: [], grades: null };
  if (there.length === 0) return changed;
  const grounds = await listSubmissionGrounds(tx, { sourceId: context.source.id, classLinkId: context.link.id }, there);
  const withoutConsent = await listWithoutConsent(
    tx,
    'classroom',
    [...grounds.values()].flatMap(({ account_id }) => account_id ?? []),
  );
  const news = there.flatMap((submission) => {
    const ground = grounds.get(submission.id);
    if (ground?.account_id != null && withoutConsent.has(ground.account_id)) return [];
    return ground && (!ground.is_kept || isNewer(submission.updateTime, ground.facts?.['updateTime'])) && !isFromBefore(submission.updateTime, ground.facts)
      ? [{ submission, ground }]
      : [];
  });
  if (news.length === 0) return changed;
  const course = await requireClass(tx, context);
  const here = new Map(
    (
      await lockOutsideSubmissionsById(
        tx,
        news.flatMap(({ ground }) => ground.submission_id ?? []),
      )
    ).map((row) => [row.id, row]),
  );
  const [facts, grades, keep]: [FactFromOutside[], GradeChange[], Omit<NewLink, 'parentId'>[]] = [[], [], []];
  for (const { submission, ground } of news) {
    const local = ground.submission_id === null ? undefined : here.get(ground.submission_id);
    if (local) mergeOne({ context, submission, ground, local, facts, grades, keep });
    // for a person without an account here, or work that is not here: it is stored under its link until then
    else if (ground.link_id === null) keep.push({ kind: 'submission', externalId: submission.id, localId: null, state: 'only_there' });
  }
  await takeSubmissionFacts(tx, facts, ORIGIN);
  changed.grades = await takeGrades(tx, course.id, grades);
  changed.cells = facts.flatMap(({ id }) => here.get(id) ?? []);
  if (keep.length > 0) await keepLinks(tx, context, keep);
  return changed;
}

/** The changes that a page made here. */
interface Changed {
  cells: OutsideSubmission[];
  grades: SavedGrades | null;
}

/**
 * Notifies the people who view the class. After its first reading they are notified only at the end, of everything in
 * one event.
 */
async function tell(tx: Tx, context: UnitContext, { cells, grades }: Changed, isLast: boolean): Promise<void> {
  const courseId = courseIdHere(context) as number;
  const { telling } = context.deps;
  if (isUnread(context.link)) {
    if (isLast) await announceCells(tx, telling, courseId, await listClassCells(tx, courseId));
    return;
  }
  const changed = grades?.changed ?? [];
  if (changed.length > 0) await announceGradeCells(tx, telling, courseId, changed, { actId: grades?.actId ?? null, accountId: null });
  const graded = new Set(changed.map(({ id }) => id));
  await announceCells(
    tx,
    telling,
    courseId,
    cells.filter(({ id }) => !graded.has(id)),
  );
}

/**
 * Marks a submission that is undecided and is checked again; a list that lags behind our own writes contains no news.
 */
const UNDECIDED = 'undecided';
const isNewer = (at: string | null, known: unknown): boolean =>
  typeof known !== 'string' || known === UNDECIDED ? at !== (known ?? null) : at !== null && at > known;

interface One {
  context: UnitContext;
  submission: SubmissionThere;
  ground: SubmissionGround;
  local: OutsideSubmission;
  facts: FactFromOutside[];
  grades: GradeChange[];
  keep: Omit<NewLink, 'parentId'>[];
}

function mergeOne({ context, submission, ground, local, facts, grades, keep }: One): void {
  const { recorder } = context;
  const { link_id: linkId, work_is_ours: isOurs } = ground;
  const base = ground.base ?? {};
  const isNew = !ground.is_kept;
  if (linkId !== null) recorder.looked([linkId]);
  const subject = `${ground.work_title} · ${ground.student}`;
  const told = { kind: 'submission' as const, linkId, localId: local.id, subject };
  const next: Record<string, SyncValue> = { state: submission.state, answer: submission.shortAnswer ?? submission.choice };
  // only handing in, returning or withdrawing there changes its state: work handed in here remains so while it is only
  // viewed there
  const isNews = toLocalState(submission.state) !== toLocalState(String(base['state'] ?? ''));
  const state = isNews ? toLocalState(submission.state) : local.state;
  const isAnswered = next['answer'] !== (base['answer'] ?? null) && next['answer'] !== (local.short_answer ?? local.choice);
  // answered on both sides: the later answer counts, and the other remains in the history
  const takesAnswer = isAnswered && (local.turned_in_at === null || (submission.turnedInAt ?? submission.updateTime ?? '') > local.turned_in_at.toISOString());
  const isMoved = state !== local.state || takesAnswer;
  const links = submission.links.length > 0 || base['links'] !== undefined ? submission.links : undefined;
  const linksKey = JSON.stringify(submission.links);
  next['links'] = submission.links.length > 0 ? linksKey : null;
  if (isMoved || (links && next['links'] !== (base['links'] ?? null)) || isNew) {
    const turnedIn = submission.turnedInAt ?? local.turned_in_at?.toISOString() ?? null;
    facts.push({
      ...{ id: local.id, state },
      // its students had it at Google before it arrived here
      late: turnedIn !== null && isLate(new Date(turnedIn), { dueAt: ground.due_at, postedAt: null, assignedAt: new Date(turnedIn) }),
      turned_in_at: state === 'CREATED' ? (local.turned_in_at?.toISOString() ?? null) : turnedIn,
      returned_at: state === 'RETURNED' ? (submission.returnedAt ?? submission.updateTime) : null,
      short_answer: takesAnswer ? submission.shortAnswer : local.short_answer,
      choice: takesAnswer ? submission.choice : local.choice,
      external: { state: submission.state, alternateLink: submission.alternateLink },
      ...(links ? { links } : {}),
    });
    if (!isNew && state !== local.state) recorder.changed({ ...told, field: 'state', before: local.state, after: submission.state });
    if (!isNew && takesAnswer) recorder.changed({ ...told, field: 'answer', before: local.short_answer ?? local.choice, after: next['answer'] });
  }
  let isUndecided = false;
  const values = { draftGrade: local.draft_grade, assignedGrade: local.assigned_grade };
  for (const field of ['draftGrade', 'assignedGrade'] as const) {
    const [ours, theirs, agreed] = [values[field], submission[field], base[field] as SyncValue | undefined];
    const unfit = submission.unfit[field];
    if (unfit !== undefined) {
      next[field] = agreed ?? null;
      recorder.refused({ ...told, field, before: ours, after: unfit }, 'here', 'sync.reason.grade');
      continue;
    }
    const outcome = isOurs
      ? mergeField(isNew && agreed === undefined && ours === null ? null : agreed, ours, theirs)
      : ground.graded_here
        ? 'same'
        : mergeField(agreed, ours, theirs, 'in');
    if (outcome === 'conflict') {
      next[field] = agreed ?? null;
      isUndecided ||= linkId === null; // without a link there is nothing yet to hang a conflict on: it is looked at again
      if (linkId !== null)
        recorder.conflict({
          ...{ linkId, kind: 'submission', subject, field, base: agreed, ours, theirs },
          oursAt: local.updated_at.toISOString(),
          theirsAt: submission.updateTime,
        });
    } else next[field] = outcome === 'to-theirs' ? (agreed ?? theirs) : theirs;
    if (outcome === 'to-ours') {
      values[field] = theirs;
      if (!isNew) recorder.changed({ ...told, field, before: ours, after: theirs });
    }
  }
  if (values.draftGrade !== local.draft_grade || values.assignedGrade !== local.assigned_grade)
    grades.push({ submissionId: local.id, set: 'outside', draft: values.draftGrade, assigned: values.assignedGrade });
  if (isNew) recorder.arrived(submission, ground.work_title);
  keep.push({
    kind: 'submission',
    externalId: submission.id,
    localId: local.id,
    base: next,
    facts: { updateTime: isUndecided ? UNDECIDED : submission.updateTime, workId: submission.workId },
    isOurs,
    state: 'linked',
  });
}

/** Saves Google's grades as one act of the system. */
async function takeGrades(tx: Tx, courseId: number, grades: readonly GradeChange[]): Promise<SavedGrades | null> {
  if (grades.length === 0) return null;
  const isSeen = grades.some((grade) => grade.set === 'outside' && grade.assigned !== null);
  return saveGrades(tx, { courseId, accountId: null, kind: isSeen ? 'return' : 'edit', requestId: null, origin: ORIGIN }, grades);
}
