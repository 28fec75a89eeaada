import type { Form } from '@classwright/contract';
import { computeQuestionPosition } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import { type AppError, appError, fieldError } from '../../../../platform/errors.ts';
import type { SessionQuestions } from '../questions.ts';
import { loadSession } from '../session-view.ts';
import type { SessionPlace } from './members.ts';
import { findSessionPlace } from './queries.ts';

export interface Target {
  session_id?: number | undefined;
  assessment_id?: number | undefined;
  form?: Form | undefined;
}

/** The place of an answer, as far as it can be determined without knowing the sender. */
export interface Placed {
  assessmentId: number;
  session: SessionPlace | null;
  form: Form | null;
  /** The error, shown only to students of the class. */
  problem: AppError | null;
}

const REMEMBERED_SESSIONS = 500;

/** Finds the session and form that a body refers to. A session's place never changes and is cached. */
export class Places {
  readonly #db: Db;
  readonly #remembered = new Map<number, SessionPlace>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Finds the place. Without `form` it is the form opened last, except in Form - 1B: there it may be a late answer to
   * Form - 1A, which has the same responses. A body that names session and form costs no query. @throws
   * ASSESSMENT_NOT_FOUND for a session that does not exist, VALIDATION_FAILED when nothing is named
   */
  async place({ session_id, assessment_id, form }: Target): Promise<Placed> {
    if (session_id === undefined && assessment_id === undefined) throw fieldError('session_id', 'validation.required', { label: 'Session' });
    if (session_id !== undefined && form) {
      const session = await this.#get(session_id);
      return { assessmentId: session.assessment_id, session, form, problem: null };
    }
    const loaded = await loadSession(this.#db, session_id === undefined ? { currentOf: assessment_id as number } : { sessionId: session_id });
    if (!loaded && session_id !== undefined) throw appError('ASSESSMENT_NOT_FOUND');
    const latest = form ?? loaded?.phases.at(-1)?.form ?? null;
    const isNone = !loaded || latest === null || (session_id === undefined && loaded.session.state !== 'running');
    if (isNone)
      return { assessmentId: loaded?.session.assessment_id ?? (assessment_id as number), session: null, form: null, problem: appError('SESSION_NOT_RUNNING') };
    const problem = !form && latest === 'Form - 1B' ? fieldError('form', 'live.form.required') : null;
    return { assessmentId: loaded.session.assessment_id, session: loaded.session, form: latest, problem };
  }

  async #get(sessionId: number): Promise<SessionPlace> {
    const place = this.#remembered.get(sessionId) ?? (await findSessionPlace(this.#db, sessionId));
    if (!place) throw appError('ASSESSMENT_NOT_FOUND');
    this.#remembered.delete(sessionId); // the one used last stands last
    this.#remembered.set(sessionId, place);
    if (this.#remembered.size > REMEMBERED_SESSIONS) this.#remembered.delete(this.#remembered.keys().next().value as number);
    return place;
  }
}

/** Returns the question that a form of a session asks. */
export const questionOf = (questions: SessionQuestions, db: Db, session: SessionPlace, form: Form) =>
  questions.get(db, session.id, computeQuestionPosition(form));
