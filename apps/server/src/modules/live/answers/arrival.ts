import type { Form } from '@classwright/contract';
import { type AnswerContent, computeQuestionPosition, isAnswerAccepted, ORDINARY_STUDENT } from '@classwright/rules/live';
import { collectFileIds } from '@classwright/rules/rich-text';
import type { Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/index.ts';
import type { Censor } from '../../censorship/index.ts';
import { requireUsableFiles } from '../../files/index.ts';
import { requireRichText } from '../../questions/index.ts';
import { getAnsweringLesson } from '../access.ts';
import type { EventSession, LessonEvents } from '../events.ts';
import { lockPhaseShared, type PhaseRow } from '../queries.ts';
import type { SessionQuestions } from '../questions.ts';
import { loadSession, toPhaseState } from '../session-view.ts';
import { getStanding, insertParticipant, saveLate, type Standing } from './queries.ts';

/** What the calls of a student who writes need. */
export interface AnswerDependencies {
  censor: Censor;
  events: LessonEvents;
  questions: SessionQuestions;
}

export interface Target {
  session_id?: number | undefined;
  assessment_id?: number | undefined;
  form?: Form | undefined;
}

/** An answer or draft at the moment at which it is decided about: its phase is held, and the clock was read after that. */
export interface Arrived {
  courseId: number;
  session: EventSession;
  form: Form;
  /** Null: this run has not opened the form. */
  phase: PhaseRow | null;
  content: AnswerContent;
  standing: Standing;
}

/**
 * Finds the session and form that a body means. Without `form` it is the form opened last, but not in Form - 1B: there
 * it may be a late answer of Form - 1A, which the same responses would fit. A body that names both costs one query.
 */
async function findTarget(tx: Tx, actor: Actor, { session_id, assessment_id, form }: Target): Promise<Pick<Arrived, 'courseId' | 'session' | 'form'>> {
  if (session_id === undefined && assessment_id === undefined) throw fieldError('session_id', 'validation.required', { label: 'Session' });
  const lesson = await getAnsweringLesson(tx, actor, session_id === undefined ? { assessmentId: assessment_id as number } : { sessionId: session_id });
  if (assessment_id !== undefined && lesson.assessmentId !== assessment_id) throw appError('ASSESSMENT_NOT_FOUND');
  const { courseId } = lesson;
  if (courseId === null) throw new Error(`assessment ${lesson.assessmentId} has a student and no class`);
  if (session_id !== undefined && form) return { courseId, session: { id: session_id, assessment_id: lesson.assessmentId }, form };
  const loaded = await loadSession(tx, session_id === undefined ? { currentOf: lesson.assessmentId } : { sessionId: session_id });
  if (!loaded || (session_id === undefined && loaded.session.state !== 'running')) throw appError('SESSION_NOT_RUNNING');
  const latest = form ?? loaded.phases.at(-1)?.form;
  if (!latest) throw appError('SESSION_NOT_RUNNING');
  if (!form && latest === 'Form - 1B') throw fieldError('form', 'live.form.required');
  return { courseId, session: loaded.session, form: latest };
}

/**
 * Everything that decides about what a student sent, read in the order that makes the decision true: the phase is held
 * first, so that its closing waits for us or we see it closed; then what the student has, and the clock.
 * @throws ASSESSMENT_NOT_FOUND, MEMBERSHIP_ENDED, SESSION_NOT_RUNNING; VALIDATION_FAILED for a response that is not of
 * the question which the form asks, while the form is open, or words that cannot be stored.
 */
export async function receive(
  tx: Tx,
  { questions }: Pick<AnswerDependencies, 'questions'>,
  actor: Actor,
  input: Target & { response_id?: number | null | undefined; comment: unknown },
): Promise<Arrived> {
  const content: AnswerContent = {
    response_id: input.response_id ?? null,
    comment: requireRichText(input.comment, { field: 'comment', label: 'Justify Your Answer' }),
  };
  const { courseId, session, form } = await findTarget(tx, actor, input);
  const { responseIds } = await questions.get(tx, session.id, computeQuestionPosition(form));
  const fileIds = collectFileIds(content.comment);
  if (fileIds.length > 0) await requireUsableFiles(tx, fileIds, { accountId: actor.accountId, schoolId: actor.schoolId, field: 'comment' });
  const phase = await lockPhaseShared(tx, session.id, form);
  const standing = await getStanding(tx, session.id, phase?.id ?? null, actor.accountId);
  if (content.response_id !== null && !responseIds.has(content.response_id)) {
    const isOpen = phase !== null && isAnswerAccepted(toPhaseState(phase), ORDINARY_STUDENT, standing.now.getTime());
    if (isOpen && !standing.post) throw fieldError('response_id', 'live.response.required');
    content.response_id = null; // what is wrong with it is that the form has closed
  }
  return { courseId, session, form, phase, content, standing };
}

/** An arrival as the rules read it. */
export function toArrival({ phase, content, standing }: Arrived) {
  return { phase: phase && toPhaseState(phase), student: ORDINARY_STUDENT, content, existing: standing.post, nowMs: standing.now.getTime() };
}

/** Whoever writes in a lesson is in it: records the login where it is missing. */
export async function ensureLogin(tx: Tx, { events }: Pick<AnswerDependencies, 'events'>, session: EventSession, accountId: number, now: Date): Promise<void> {
  if (!(await insertParticipant(tx, session.id, accountId, now))) return;
  await events.announce(tx, session, { name: 'assessment.studentlogin', items: [accountId] });
  events.tallyChanged(tx, session);
}

/** Keeps what came too late, out of all figures. */
export async function saveLateContent(tx: Tx, { session, form, content, standing }: Arrived, accountId: number, kind: 'answer' | 'draft'): Promise<void> {
  await saveLate(tx, { session_id: session.id, form, account_id: accountId, kind, ...content, received_at: standing.now });
}
