/**
 * Solo lessons: a finished lesson, done alone by a student who missed it.
 *
 * Invariants: the order and the questions are those of the lesson, frozen; each form is answered once, in order; right
 * and wrong are sent only once the last form of a question is answered; reasons of classmates come without names, after
 * the own answer; nothing of it is in a figure of the class (LIVE-121 to LIVE-123).
 */
import { soloAnswer, soloDraft, soloGet, soloResults, soloStart, type Form, type SoloView } from '@classwright/contract';
import { computeQuestionPosition, computeSolo, decideSoloAnswer, type SoloState } from '@classwright/rules/live';
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement } from '../../../platform/http/index.ts';
import { loadQuestionVersions, type QuestionVersion, toRevealedQuestionView, toRichTextView, toStudentQuestionView } from '../../bank/questions/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import { getStaffLesson, getStudentLesson } from '../live/index.ts';
import {
  type AskedRow,
  findFinished,
  type FinishedRow,
  findRun,
  insertRun,
  listAsked,
  listReasons,
  listSoloStudents,
  lockRun,
  saveAnswer,
  saveDraft,
  type SoloStudentRow,
  type WrittenRow,
} from './queries.ts';
import { personalData } from './personal-data.ts';

export { type MissedLesson, selectMissedLessons } from './queries.ts';

type Lesson = Awaited<ReturnType<typeof getStudentLesson>>;

/** A missed lesson as one student has come through it. */
interface Solo {
  lesson: Lesson;
  finished: FinishedRow;
  asked: readonly AskedRow[];
  versions: ReadonlyMap<number, QuestionVersion>;
  /** Null: it was not started. */
  run: { id: number; written: readonly WrittenRow[] } | null;
  state: SoloState;
}

export function soloModule({ fileLinks }: { fileLinks: FileLinks }): Manifest {
  return {
    pages: { '/student-live-solo': { file: 'join.html' } },
    personalData,
    implementations: [
      implement(soloGet, async ({ tx, input, actor }) => ({
        solo: await toView(tx, await loadSolo(tx, await requireMissed(tx, actor, input.assessment_id), actor), fileLinks),
      })),
      implement(soloStart, async ({ tx, input, actor }) => {
        const missed = await requireMissed(tx, actor, input.assessment_id);
        await insertRun(tx, missed.finished.session_id, actor.accountId);
        return { solo: await toView(tx, await loadSolo(tx, missed, actor), fileLinks) };
      }),
      implement(soloDraft, async ({ tx, input, actor }) => {
        const missed = await requireMissed(tx, actor, input.assessment_id);
        await lockRun(tx, missed.finished.session_id, actor.accountId);
        const solo = await loadSolo(tx, missed, actor);
        const run = requireOpen(solo, input.form);
        if (input.response_id !== null) requireChoice(solo, input.form, input.response_id);
        const { saved_at, revision } = await saveDraft(
          tx,
          { runId: run.id, form: input.form, responseId: input.response_id, words: input.words },
          input.revision,
        );
        return { saved_at: saved_at.toISOString(), revision };
      }),
      implement(soloAnswer, async ({ tx, input, actor }) => {
        const missed = await requireMissed(tx, actor, input.assessment_id);
        await lockRun(tx, missed.finished.session_id, actor.accountId);
        const solo = await loadSolo(tx, missed, actor);
        if (!solo.run) throw appError('STEP_NOT_ALLOWED');
        const decision = decideSoloAnswer(solo.state, input.form, givenIn(solo, input.form), input.response_id);
        if (!decision.ok) throw appError(decision.refused);
        if (decision.outcome === 'accepted') {
          requireChoice(solo, input.form, input.response_id);
          await saveAnswer(tx, { runId: solo.run.id, form: input.form, responseId: input.response_id, words: input.words });
        }
        return { solo: await toView(tx, await loadSolo(tx, missed, actor), fileLinks) };
      }),
      implement(soloResults, async ({ tx, input, actor }) => {
        await getStaffLesson(tx, actor, input.assessment_id);
        return { results: { students: (await listSoloStudents(tx, input.assessment_id)).map(toStudent) } };
      }),
    ],
  };
}

/** Returns a finished lesson that the student missed. @throws ASSESSMENT_NOT_FOUND, CLASS_ARCHIVED, SOLO_NOT_FINISHED, SOLO_TOOK_PART */
async function requireMissed(db: Db, actor: Actor, assessmentId: number): Promise<Pick<Solo, 'lesson' | 'finished'>> {
  const lesson = await getStudentLesson(db, actor, assessmentId);
  if (!lesson.isCourseActive) throw appError('CLASS_ARCHIVED');
  const finished = await findFinished(db, lesson.assessmentId, actor.accountId);
  if (!finished) throw appError('SOLO_NOT_FINISHED');
  if (!finished.is_missed) throw appError('SOLO_TOOK_PART');
  return { lesson, finished };
}

async function loadSolo(db: Db, { lesson, finished }: Pick<Solo, 'lesson' | 'finished'>, { accountId }: Actor): Promise<Solo> {
  const asked = await listAsked(db, finished.session_id);
  const run = await findRun(db, finished.session_id, accountId);
  const versions = await loadQuestionVersions(db, [...new Set(asked.map(({ question_version_id }) => question_version_id))]);
  const answered = run?.written.filter(({ is_answered }) => is_answered).map(({ form }) => form) ?? [];
  const state = computeSolo(
    asked.map(({ form }) => form),
    answered,
  );
  return { lesson, finished, asked, versions, run, state };
}

const givenIn = ({ run }: Solo, form: Form): number | null => run?.written.find((one) => one.form === form && one.is_answered)?.response_id ?? null;

/** Returns the run whose open form is this one. @throws ALREADY_ANSWERED, STEP_NOT_ALLOWED */
function requireOpen(solo: Solo, form: Form): NonNullable<Solo['run']> {
  if (givenIn(solo, form) !== null) throw appError('ALREADY_ANSWERED');
  if (!solo.run || solo.state.open !== form) throw appError('STEP_NOT_ALLOWED');
  return solo.run;
}

/** Checks that the response is one of the form's question. @throws VALIDATION_FAILED */
function requireChoice(solo: Solo, form: Form, responseId: number): void {
  if (!versionOf(solo, form)?.responses.some(({ id }) => id === responseId)) throw fieldError('response_id', 'live.response.required');
}

function versionOf({ asked, versions }: Solo, form: Form): QuestionVersion | undefined {
  const row = asked.find((one) => one.form === form);
  return row && versions.get(row.question_version_id);
}

async function toView(db: Db, solo: Solo, fileLinks: FileLinks): Promise<SoloView> {
  const { lesson, finished, asked, run, state } = solo;
  const urlOf = fileLinks.at(finished.now);
  const isKnown = (form: Form) => state.known.includes(computeQuestionPosition(form));
  const isReached = ({ form }: { form: Form }) => run !== null && (form === state.open || givenIn(solo, form) !== null);
  const shown = new Map(asked.filter(isReached).flatMap(({ form }) => [[computeQuestionPosition(form), form] as const]));
  const draft = run?.written.find(({ form, is_answered }) => form === state.open && !is_answered);
  const reasons = state.readsReasons ? await listReasons(db, finished.session_id) : null;
  return {
    assessment_id: lesson.assessmentId,
    title: lesson.title,
    class_name: lesson.courseName,
    teacher_name: lesson.teacherName,
    finished_at: finished.ended_at.toISOString(),
    minutes: asked.reduce((sum, { minutes }) => sum + minutes, 0),
    started: run !== null,
    forms: asked.map(({ form }) => form),
    form: run === null ? null : state.open,
    draft: draft ? { response_id: draft.response_id, words: draft.words, revision: draft.revision } : null,
    questions: [...shown.values()].flatMap((form) => {
      const version = versionOf(solo, form);
      return version ? [(isKnown(form) ? toRevealedQuestionView : toStudentQuestionView)(version, urlOf)] : [];
    }),
    answers: asked.flatMap(({ form }) => toAnswer(solo, form, isKnown(form))),
    reasons:
      reasons &&
      (versionOf(solo, 'Form - 1A')?.responses.map(({ id }) => ({
        response_id: id,
        reasons: reasons.filter(({ response_id }) => response_id === id).map(({ comment }) => toRichTextView(comment, urlOf)),
      })) ??
        null),
  };
}

function toAnswer(solo: Solo, form: Form, isKnown: boolean): SoloView['answers'] {
  const given = solo.run?.written.find((one) => one.form === form && one.is_answered);
  const version = versionOf(solo, form);
  if (!given || !version) return [];
  const chosen = version.responses.find(({ id }) => id === given.response_id);
  return [
    { form, question_id: version.question_id, response_id: given.response_id, words: given.words, is_right: isKnown ? (chosen?.is_valid ?? null) : null },
  ];
}

function toStudent({ account_id, name, has_started, answered, asked, first, second, transfer }: SoloStudentRow) {
  const state = answered === asked ? ('done' as const) : has_started ? ('started' as const) : ('not-started' as const);
  return { account_id, name, state, first, second, transfer };
}
