import { FORM_KEYS, FORMS, type Form, type FormKey, liveTeacherSnapshot, type StaffReportView, type TeacherSnapshotView } from '@classwright/contract';
import { computeTransitions } from '@classwright/rules/live';
import { computeBranches, computeTransferByMove, type Way, type Branch } from '@classwright/rules/results/branches';
import { bandOf, computeGain, computeGainInterval, type MoveCounts } from '@classwright/rules/results/gain';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { toStaffQuestionView } from '../../../bank/questions/index.ts';
import { type LateAnswerRow, listLateOfSession, listRoster, type RosterRow } from '../figures/queries.ts';
import type { Lesson } from '../access.ts';
import type { LoadedSession } from '../session-view.ts';
import { loadPairFigures } from '../pairs/index.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import { certaintyOf, isSureAskedIn, totalsOf } from './live-summary.ts';
import { askReading } from './reading.ts';
import { computeSubgroups } from '@classwright/rules/results/subgroups';
import { listRosterField } from '../../../people/profiles/index.ts';
import { getSettingsOfClass } from '../../../class/settings/index.ts';
import { loadVotes, toStaffVote } from '../reasons/views.ts';
import { validIdsOf } from '../questions.ts';
import { describeSnapshot } from './snapshot-details.ts';
import { findChosen, toLateAnswerView } from './views.ts';

export function implementLiveTeacherSnapshot(context: PostsContext): Implementation {
  return implement(liveTeacherSnapshot, async ({ tx, input, actor }) => ({
    snapshot: (await loadTeacherSnapshot(context, tx, actor, input.assessment_id)).snapshot,
  }));
}

/**
 * Loads the results of a lesson for its staff: the closed forms of a running one, or all forms of a finished one, with
 * the roster stored at its finish. Null without a closed form, and for a canceled run. `feeds`: of the closed forms. @throws ASSESSMENT_NOT_FOUND
 */
export async function loadTeacherSnapshot(
  context: PostsContext,
  db: Db,
  actor: Actor,
  assessmentId: number,
): Promise<{ lesson: Lesson; snapshot: TeacherSnapshotView | null; feeds: FormFeed[] }> {
  const { feeds, fileLinks, readings } = context;
  const { lesson, reading } = await askReading(readings, actor, assessmentId);
  if (lesson.audience !== 'staff') throw appError('ASSESSMENT_NOT_FOUND');
  const closed = reading?.loaded.phases.filter(({ closed_at }) => closed_at !== null).map(({ form }) => form) ?? [];
  if (!reading || closed.length === 0) return { lesson, snapshot: null, feeds: [] };
  const { session, now } = reading.loaded;
  const opened = (await feeds.all(db, reading)).filter(({ form }) => closed.includes(form));
  const roster = await readRoster(context, db, reading.loaded);
  const late = await listLateOfSession(db, session.id);
  const urlOf = fileLinks.at(now);
  const questions = new Map(opened.map(({ question }) => [question.position, question]));
  const figures = toFigures(opened, roster);
  const snapshot: TeacherSnapshotView = {
    details: await describeSnapshot(db, lesson, urlOf),
    session: {
      id: session.id,
      class_id: session.course_id,
      state: session.state === 'finished' ? 'finished' : 'running', // a canceled run is none that counts
      started_at: session.started_at.toISOString(),
      ended_at: session.ended_at?.toISOString() ?? null,
    },
    took_part: { logged_in: roster.filter(({ logged_in_at }) => logged_in_at !== null).length, students: roster.length },
    questions: [...questions.values()].map(({ version }) => toStaffQuestionView(version, urlOf)),
    reports: toReports(opened, late, reading.loaded),
    votes: (await loadVotes(db, session.id, now)).map(toStaffVote),
    students: roster.map((row) => ({ account_id: row.account_id, name: fullName(row), logged_in: row.logged_in_at !== null })),
    ...figures,
    pairs: await loadPairFigures(db, session, postsOf(opened), validIdsOfAll(opened)),
    subgroups: session.state === 'finished' && figures.branches ? await loadSubgroups(db, session.course_id, figures.branches) : null,
  };
  return { lesson, snapshot, feeds: opened };
}

type Roster = readonly Omit<RosterRow, 'picture_file_id'>[];

/**
 * Reads the students of a finished lesson as of its finish; while it runs, and until its facts are written, the current
 * ones.
 */
async function readRoster({ facts }: PostsContext, db: Db, { session }: LoadedSession): Promise<Roster> {
  const kept = session.state === 'finished' ? await facts.roster(db, session.id) : [];
  return kept.length > 0 ? kept : listRoster(db, session.course_id, session.id);
}

function toReports(opened: readonly FormFeed[], late: readonly LateAnswerRow[], loaded: Pick<LoadedSession, 'phases'>): TeacherSnapshotView['reports'] {
  const feedOf = new Map(opened.map((feed) => [feed.form, feed]));
  const report = (form: Form): StaffReportView => {
    const feed = feedOf.get(form);
    return feed
      ? toReport(feed, late, isSureAskedIn(loaded, form))
      : { form, question_id: null, responses: [], results: [], answered: 0, right: 0, total_likes: 0, total_comments: 0, certainty: null, late: [] };
  };
  return { form_1A: report('Form - 1A'), form_1B: report('Form - 1B'), form_2: report('Form - 2') };
}

function toReport(feed: FormFeed, late: readonly LateAnswerRow[], asksSure: boolean): StaffReportView {
  const { form, question } = feed;
  const results = feed.posts.flatMap((post): StaffReportView['results'] => {
    const chosen = findChosen(question, post.response_id);
    if (!chosen) return [];
    const { account_id, filed_by, posted_at, confidence } = post;
    return [
      {
        account_id,
        student_name: fullName(post),
        response_id: chosen.id,
        response: chosen.title,
        correct: chosen.is_valid,
        posted_on: posted_at.toISOString(),
        filed_by,
        ...(confidence && { confidence }),
      },
    ];
  });
  const by = Map.groupBy(results, ({ response_id }) => response_id);
  const totals = totalsOf(feed)[FORM_KEYS[form] as FormKey];
  return {
    form,
    question_id: question.version.question_id,
    responses: question.version.responses.map(({ id, title, is_valid }) => {
      const names = (by.get(id) ?? []).map(({ student_name }) => student_name);
      return { response_id: id, response: title, students: names.length, is_valid, student_names: names };
    }),
    results,
    answered: results.length,
    right: results.filter(({ correct }) => correct).length,
    total_likes: totals?.total_likes ?? 0,
    total_comments: totals?.total_comments ?? 0,
    certainty: asksSure ? certaintyOf(feed) : null,
    late: late
      .filter((row) => row.form === form)
      .map((row) => ({ ...toLateAnswerView(row, question), account_id: row.account_id, student_name: fullName(row) })),
  };
}

type Figures = Pick<TeacherSnapshotView, 'moves' | 'branches' | 'incomplete' | 'transfer_by_move' | 'gain'>;

const postsOf = (opened: readonly FormFeed[]) =>
  opened.flatMap((feed) => feed.posts.map(({ account_id, response_id }) => ({ account_id, response_id, form: feed.form })));

const validIdsOfAll = (opened: readonly FormFeed[]): Set<number> => new Set(opened.flatMap(({ question }) => [...validIdsOf(question)]));

/** Computes the figures that need more than one form, once these have closed. */
function toFigures(opened: readonly FormFeed[], roster: Roster): Figures {
  const validIds = validIdsOfAll(opened);
  const moves = opened.length >= 2 ? computeTransitions('Form - 1A', 'Form - 1B', postsOf(opened), validIds) : null;
  const whole = opened.length === FORMS.length ? computeBranches(toWays(opened, roster, validIds)) : null;
  return {
    moves,
    branches: whole?.branches ?? null,
    incomplete: whole?.incomplete ?? null,
    transfer_by_move: whole && computeTransferByMove(whole.branches),
    gain: moves && toGain(moves),
  };
}

/** Returns the answers of everybody who logged in. */
function toWays(opened: readonly FormFeed[], roster: Roster, validIds: ReadonlySet<number>): Way[] {
  const [first, second, transfer] = FORMS.map((form) => {
    const posts = opened.find((feed) => feed.form === form)?.posts ?? [];
    return new Map(posts.flatMap(({ account_id, response_id }) => (response_id === null ? [] : [[account_id, validIds.has(response_id)] as const])));
  }) as [Map<number, boolean>, Map<number, boolean>, Map<number, boolean>];
  return roster
    .filter(({ logged_in_at }) => logged_in_at !== null)
    .map(({ account_id }) => ({
      account_id,
      first: first.get(account_id) ?? null,
      second: second.get(account_id) ?? null,
      transfer: transfer.get(account_id) ?? null,
    }));
}

function toGain(moves: MoveCounts): TeacherSnapshotView['gain'] {
  const value = computeGain(moves);
  return value === null ? null : { value, band: bandOf(value), interval: computeGainInterval(moves) };
}

/** Loads the results of groups of a class in a lesson, as far as its school allows; null where it allows none. */
async function loadSubgroups(db: Db, courseId: number, branches: readonly Branch[]): Promise<TeacherSnapshotView['subgroups']> {
  const { subgroup_field: field } = await getSettingsOfClass(db, courseId);
  if (field === null) return null;
  const values = await listRosterField(
    db,
    branches.flatMap(({ account_ids }) => account_ids),
    field,
  );
  const students = branches.flatMap(({ first, second, transfer, account_ids }) =>
    account_ids.map((id) => ({ value: values.get(id) ?? '', first, second, transfer })),
  );
  return { field, groups: computeSubgroups(students) };
}
