import type { ProjectorRun, ProjectorStandingView, ProjectorView, WallView } from '@classwright/contract';
import {
  canKnowCorrectness,
  canSeeDistribution,
  computeWall,
  computeWithheldAfter,
  computeQuestionPosition,
  type Form,
  listFormsOfSameQuestion,
  type Viewer,
} from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import { toStudentQuestionView } from '../../../bank/questions/index.ts';
import { computeFormTally } from '../figures/tally.ts';
import { getMoment } from '../figures/queries.ts';
import { findLesson } from '../queries.ts';
import { type FrozenQuestion, type SessionQuestions, validIdsOf } from '../questions.ts';
import { type LoadedSession, loadSession, storedWallOf } from '../session-view.ts';
import { describeWall, NOTHING_CHOSEN } from './wall-view.ts';

const PROJECTOR: Viewer = { role: 'projector' };

/** Reads the projector's current state of a lesson from one snapshot. Null if there is no such lesson. */
export async function readStanding(db: Db, questions: SessionQuestions, fileLinks: FileLinks, assessmentId: number): Promise<ProjectorStandingView | null> {
  return (await atOneMoment(db, (tx) => read(tx, questions, fileLinks, assessmentId)))?.standing ?? null;
}

/** Reads the same, including the current question. */
export async function readProjector(db: Db, questions: SessionQuestions, fileLinks: FileLinks, assessmentId: number): Promise<ProjectorView | null> {
  const found = await atOneMoment(db, (tx) => read(tx, questions, fileLinks, assessmentId));
  if (!found) return null;
  const { standing, asked } = found;
  return { ...standing, question: asked && toStudentQuestionView(asked.version, fileLinks.at(new Date(standing.server_time))) };
}

/**
 * Runs the work in one snapshot, so that all parts of the view are consistent and have one position among the lesson's
 * messages.
 */
const atOneMoment = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

async function read(
  db: Db,
  questions: SessionQuestions,
  fileLinks: FileLinks,
  assessmentId: number,
): Promise<{ standing: ProjectorStandingView; asked: FrozenQuestion | null } | null> {
  const { as_of, now } = await getMoment(db);
  const lesson = await findLesson(db, assessmentId, null);
  if (!lesson) return null;
  const newest = await loadSession(db, { newestOf: assessmentId });
  const asked = newest?.session.state === 'running' ? await questions.get(db, newest.session.id, computeQuestionPosition(lastFormOf(newest))) : null;
  const isFinished = newest?.session.state === 'finished' || lesson.status === 'finished';
  return {
    standing: {
      as_of,
      server_time: now.toISOString(),
      title: lesson.title,
      class_name: lesson.course_name ?? '',
      stage: asked ? 'running' : isFinished ? 'finished' : 'ready',
      run: newest && asked && (await describeRun(db, newest, asked)),
      wall: await readWall(db, newest, { questions, urlOf: fileLinks.at(now) }),
    },
    asked,
  };
}

/** Reads what the walls show. Without a run, and after a canceled one, it is the question, of which there is none. */
async function readWall(db: Db, newest: LoadedSession | null, tools: Parameters<typeof describeWall>[3]): Promise<WallView> {
  if (!newest || newest.session.state === 'canceled') return NOTHING_CHOSEN;
  return describeWall(db, newest, computeWall(newest.state, storedWallOf(newest.session)), tools);
}

const lastFormOf = ({ session, phases }: LoadedSession): Form => {
  const last = phases.at(-1);
  if (!last) throw new Error(`live session ${session.id} has no phase`);
  return last.form;
};

async function describeRun(db: Db, run: LoadedSession, asked: FrozenQuestion): Promise<ProjectorRun> {
  const { session, state, vote } = run;
  const form = lastFormOf(run);
  const phase = state.phases.find((one) => one.form === form)!; // it is the form of the last
  const { answered, of, counts } = await computeFormTally(db, asked, session, form, computeWithheldAfter(state, form, PROJECTOR));
  return {
    epoch: session.id,
    form,
    question_id: asked.version.question_id,
    deadline_at: new Date(phase.deadlineAtMs).toISOString(),
    closed: phase.closedAtMs !== null,
    pairs_revision: session.pairs_revision,
    answered,
    of,
    counts: canSeeDistribution(state, form, PROJECTOR) ? counts : null,
    before: await describeBefore(db, run, asked, form),
    correct: canKnowCorrectness(state, form, PROJECTOR) ? [...validIdsOf(asked)] : null,
    ...(vote?.is_shown && { vote: { id: vote.id, ends_at: vote.ends_at.toISOString() } }),
  };
}

/** Describes the earlier form with the same question, as far as it was revealed. */
async function describeBefore(db: Db, { session, state }: LoadedSession, asked: FrozenQuestion, form: Form): Promise<ProjectorRun['before']> {
  const forms = listFormsOfSameQuestion(form);
  const before = forms[forms.indexOf(form) - 1];
  if (!before || !canSeeDistribution(state, before, PROJECTOR)) return null;
  const { answered, counts } = await computeFormTally(db, asked, session, before);
  return { form: before, answered, counts };
}
